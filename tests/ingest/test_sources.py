"""From names to documents, against servers that play arXiv, GitHub, feeds and plain hosts in their own shapes of answers."""

from __future__ import annotations

import io
import json
import os
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from ingest import Network, Source, UnreadableDocument, discover, read
from ingest.sources.discover import meant
from tests.ingest.conftest import Answer, Service
from tests.ingest.pages import pdf

ATOM_OF_ARXIV = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?id_list=2401.00001" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: id_list=2401.00001</title>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">1</opensearch:totalResults>
  <entry>
    <id>http://arxiv.org/abs/2401.00001v3</id>
    <updated>2024-03-07T10:00:00Z</updated>
    <published>2024-01-02T09:00:00Z</published>
    <title>A Paper
  of Two Lines</title>
    <summary>Nothing.</summary>
    <author><name>Ada Smith</name></author>
    <author><name>Ben Jones</name></author>
    <link href="http://arxiv.org/abs/2401.00001v3" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/2401.00001v3" rel="related" type="application/pdf"/>
  </entry>
</feed>"""
ERROR_OF_ARXIV = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/api/errors#incorrect_id_format_for_9999.99999</id><title>Error</title>
<summary>incorrect id format for 9999.99999</summary></entry></feed>"""


def release(tag: str, body: str, published: str = "2024-05-01T10:00:00Z", draft: bool = False) -> dict[str, object]:
    """A release as GitHub's API gives it, shortened."""
    return {
        "url": "https://api.github.com/repos/zeta/zeta/releases/1",
        "html_url": f"https://github.com/zeta/zeta/releases/tag/{tag}",
        "tag_name": tag,
        "name": f"Zeta {tag}",
        "draft": draft,
        "prerelease": False,
        "created_at": published,
        "published_at": published,
        "author": {"login": "ada"},
        "body": body,
    }


def found(names: list[str], network: Network) -> list[Source | UnreadableDocument]:
    return list(discover(names, network=network))


def only(names: list[str], network: Network) -> Source:
    [source] = found(names, network)
    assert isinstance(source, Source), source
    return source


def failure(names: list[str], network: Network) -> UnreadableDocument:
    [error] = found(names, network)
    assert isinstance(error, UnreadableDocument)
    return error


def test_a_paper_comes_with_what_arxiv_says_of_it(service: Service, network: Network) -> None:
    service.answers["/api/query?id_list=2401.00001&max_results=1"] = Answer(
        ATOM_OF_ARXIV.encode(), kind="application/atom+xml"
    )
    service.answers["/pdf/2401.00001v3"] = Answer(pdf("It decodes 2.1x faster."), kind="application/pdf")
    source = only(["arxiv:2401.00001"], network)
    document = read(source.path, source=source.name)
    assert source.name == "arxiv:2401.00001v3"
    assert document.title == "A Paper of Two Lines"
    assert document.authors == ("Ada Smith", "Ben Jones")
    assert (document.identifier, document.version, document.date) == ("arxiv:2401.00001", "v3", "2024-01-02")
    assert [passage.text for passage in document.passages] == ["It decodes 2.1x faster."]


@pytest.mark.parametrize(
    ("copied", "name"),
    [
        ("https://arxiv.org/abs/2302.01318", "arxiv:2302.01318"),
        ("http://arxiv.org/pdf/2302.01318v2.pdf", "arxiv:2302.01318v2"),
        ("https://github.com/zeta/zeta.c/releases", "github:zeta/zeta.c"),
        ("https://github.com/zeta/zeta/releases/tag/v1.0", "github:zeta/zeta@v1.0"),
        (
            "https://github.com/zeta/zeta/blob/main/docs/a.md",
            "https://raw.githubusercontent.com/zeta/zeta/main/docs/a.md",
        ),
        ("https://github.com/zeta/zeta", "https://github.com/zeta/zeta"),
        ("notes.md", "notes.md"),
    ],
)
def test_addresses_copied_from_a_browser_mean_the_document(copied: str, name: str) -> None:
    assert meant(copied) == name


def test_an_unknown_paper_is_missing(service: Service, network: Network) -> None:
    service.answers["/api/query?id_list=9999.99999&max_results=1"] = Answer(
        ERROR_OF_ARXIV.encode(), kind="application/atom+xml"
    )
    assert failure(["arxiv:9999.99999"], network).reason == "missing"
    assert failure(["arxiv:nonsense"], network).reason == "missing"


def test_releases_come_over_all_pages_each_as_a_document(service: Service, network: Network) -> None:
    first = [release("v2.0", "- 2x faster decode"), release("v2.1-draft", "- nothing", draft=True)]
    second = [release("v1.0", "First.", "2023-01-01T00:00:00Z"), release("v0.9", "")]
    link = f'<{service.base}/repositories/1/releases?per_page=100&page=2>; rel="next", <x>; rel="last"'
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps(first).encode(), kind="application/json; charset=utf-8", headers={"Link": link}
    )
    service.answers["/repositories/1/releases?per_page=100&page=2"] = Answer(
        json.dumps(second).encode(), kind="application/json; charset=utf-8"
    )
    one, two, empty = found(["github:zeta/zeta"], network)
    assert isinstance(one, Source)
    assert isinstance(two, Source)
    document = read(one.path, source=one.name)
    assert (one.name, two.name) == ("github:zeta/zeta@v2.0", "github:zeta/zeta@v1.0")
    assert (document.identifier, document.version, document.date) == ("github:zeta/zeta", "v2.0", "2024-05-01")
    assert [(p.text, p.kind, p.section) for p in document.passages] == [
        ("Zeta v2.0", "title", ()),
        ("2x faster decode", "bullet", ("Zeta v2.0",)),
    ]
    assert isinstance(empty, UnreadableDocument)
    assert empty.reason == "empty"


@pytest.mark.parametrize("since", ["2024-01-01", "v1.0"])
def test_releases_since_a_day_or_a_tag(service: Service, network: Network, since: str) -> None:
    releases = [release("v2.0", "New."), release("v1.0", "Old.", "2023-01-01T00:00:00Z")]
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps(releases).encode(), kind="application/json"
    )
    assert only([f"github:zeta/zeta?since={since}"], network).name == "github:zeta/zeta@v2.0"


def test_one_release_by_its_tag(service: Service, network: Network) -> None:
    service.answers["/repos/zeta/zeta/releases/tags/v2.0"] = Answer(
        json.dumps(release("v2.0", "New.")).encode(), kind="application/json"
    )
    assert only(["github:zeta/zeta@v2.0"], network).name == "github:zeta/zeta@v2.0"


def test_the_hourly_limit_of_github_is_said(service: Service, network: Network) -> None:
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        b'{"message": "API rate limit exceeded"}', 403, "application/json", {"X-RateLimit-Remaining": "0"}
    )
    assert "set GITHUB_TOKEN or wait" in str(failure(["github:zeta/zeta"], network))


def test_rubbish_instead_of_json_is_named_and_not_kept(service: Service, network: Network) -> None:
    url = "/repos/zeta/zeta/releases?per_page=100"
    service.answers[url] = Answer(b"<html>oops", kind="application/json", headers={"ETag": '"a"'})
    assert failure(["github:zeta/zeta"], network).reason == "damaged"
    service.answers[url] = Answer(json.dumps([release("v1", "Fine.")]).encode(), kind="application/json")
    assert only(["github:zeta/zeta"], network).name == "github:zeta/zeta@v1"


def test_an_atom_feed_gives_its_entries(service: Service, network: Network) -> None:
    long = "&lt;p&gt;" + "The cache is halved. " * 40 + "&lt;/p&gt;"
    service.answers["/feed"] = Answer(
        f"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Zeta</title>
        <entry><title>One</title><link href="{service.base}/one"/><id>1</id><published>2024-02-03T00:00:00Z</published>
        <author><name>Ada Smith</name></author><content type="html">{long}</content></entry>
        <entry><title>Two</title><link href="{service.base}/two.html"/><id>2</id><summary>Short.</summary></entry>
        <entry><title>Gone</title><link href="{service.base}/gone"/><id>3</id></entry></feed>""".encode(),
        kind="application/atom+xml",
    )
    service.answers["/two.html"] = Answer(b"<p>Twice as fast.</p>")
    one, two, gone = found([f"{service.base}/feed"], network)
    assert isinstance(one, Source)
    assert isinstance(two, Source)
    document = read(one.path, source=one.name)
    assert (document.title, document.authors, document.date) == ("One", ("Ada Smith",), "2024-02-03")
    assert len(document.passages) == 41
    assert [passage.text for passage in read(two.path).passages] == ["Twice as fast."]
    assert isinstance(gone, UnreadableDocument)
    assert gone.reason == "missing"


def test_a_server_that_breaks_off_and_one_that_is_busy_are_asked_again(service: Service, network: Network) -> None:
    page = Answer(b"<p>Twice as fast.</p>")
    service.answers["/a.html"] = [Answer(page.body, cut=5), page]
    service.answers["/b.html"] = [Answer(status=429, headers={"Retry-After": "0"}), Answer(status=503), page]
    for name in ("a", "b"):
        source = only([f"{service.base}/{name}.html"], network)
        assert source.path.read_bytes() == page.body
    assert service.paths() == ["/a.html", "/a.html", "/b.html", "/b.html", "/b.html"]


def test_one_that_stays_busy_is_given_up_and_the_others_go_on(service: Service, network: Network) -> None:
    service.answers["/busy"] = Answer(status=503)
    service.answers["/fine"] = Answer(b"<p>Fine.</p>")
    error, source = found([f"{service.base}/busy", f"{service.base}/fine"], network)
    assert str(error) == f"{service.base}/busy: cannot be fetched (the server answered 503, 3 times)"
    assert isinstance(source, Source)


def test_what_has_not_changed_is_not_sent_again(service: Service, network: Network) -> None:
    service.answers["/a.html"] = Answer(
        b"<p>Fine.</p>", headers={"ETag": '"1"', "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"}
    )
    first, second = (only([f"{service.base}/a.html"], network) for _ in range(2))
    assert first == second
    assert "if-none-match" not in service.asked[0][1]
    assert service.asked[1][1]["if-none-match"] == '"1"'
    assert service.asked[1][1]["if-modified-since"] == "Mon, 01 Jan 2024 00:00:00 GMT"


def test_the_token_goes_to_github_alone(service: Service, network: Network) -> None:
    keyed = replace(network, token="secret")
    assert keyed.credentials("https://api.github.com/repos/a/b/releases") == {"Authorization": "Bearer secret"}
    for url in (
        "http://api.github.com/repos/a/b",
        "https://api.github.com.evil.org/",
        "https://api.github.com@evil.org/",
        "https://github.com/a/b",
        "https://raw.githubusercontent.com/a/b/c.md",
    ):
        assert keyed.credentials(url) == {}
    assert network.credentials("https://api.github.com/") == {}
    assert "secret" not in repr(keyed)
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps([release("v1", "New.")]).encode(), kind="application/json"
    )
    only(["github:zeta/zeta"], keyed)  # a mirror is no GitHub
    assert not any("authorization" in headers for _, headers in service.asked)


def test_the_token_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    assert Network().credentials("https://api.github.com/x") == {"Authorization": "Bearer secret"}


def test_private_networks_are_refused_unless_allowed(service: Service, network: Network) -> None:
    shut = replace(network, private=False)
    for url in (
        f"{service.base}/a",
        "http://localhost/a",
        "http://10.0.0.7/a",
        "http://[::1]/a",
        "http://169.254.169.254/latest",
    ):
        assert failure([url], shut).reason == "refused"
    assert service.asked == []


def test_a_redirect_is_followed_but_not_round_in_circles(service: Service, network: Network) -> None:
    service.answers["/old"] = Answer(status=302, headers={"Location": "/new.html"})
    service.answers["/new.html"] = Answer(b"<p>Here.</p>")
    service.answers["/round"] = Answer(status=302, headers={"Location": "/round"})
    service.answers["/away"] = Answer(status=302, headers={"Location": "file:///etc/passwd"})
    assert only([f"{service.base}/old"], network).path.read_bytes() == b"<p>Here.</p>"
    assert failure([f"{service.base}/round"], network).detail == "more than 5 redirects"
    assert failure([f"{service.base}/away"], network).reason == "refused"


def test_size_and_type_are_limited(service: Service, network: Network) -> None:
    small = replace(network, max_bytes=100)
    service.answers["/large"] = Answer(b"x" * 200)
    service.answers["/film"] = Answer(b"x", kind="video/mp4")
    assert failure([f"{service.base}/large"], small).reason == "too-large"
    assert failure([f"{service.base}/film"], network).reason == "unsupported"
    assert list(network.folder().glob("*")) == []


def test_no_network_is_said_plainly(network: Network) -> None:
    away = replace(network, arxiv="http://127.0.0.1:9")
    assert "no answer from 127.0.0.1: is there a network?, 3 times" in str(failure(["arxiv:2401.00001"], away))


def test_a_folder_gives_its_readable_files_in_order(tmp_path: Path, network: Network) -> None:
    for name in ("b.md", "a#1?.md", ".hidden.md", "c.bin", "inner/ü name.txt", "CHANGELOG", "LICENSE"):
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text("Fine.")
    (tmp_path / "secret.md").write_text("Secret.")
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "docs" / "loop").symlink_to(tmp_path / "docs")
    os.mkfifo(tmp_path / "docs" / "pipe.md")
    names = [
        os.path.relpath(getattr(x, "name", getattr(x, "source", "")), tmp_path / "docs")
        for x in found([str(tmp_path / "docs")], network)
    ]
    reasons = [x.reason for x in found([str(tmp_path / "docs")], network) if isinstance(x, UnreadableDocument)]
    assert names == ["CHANGELOG", "a#1?.md", "b.md", "link.md", "pipe.md", "inner/ü name.txt"]
    assert reasons == ["refused", "unsupported"]


def test_globs_and_missing_files(tmp_path: Path, network: Network) -> None:
    (tmp_path / "a[1].md").write_text("Fine.")
    (tmp_path / "b.md").write_text("Fine.")
    assert len(found([f"{tmp_path}/*.md"], network)) == 2
    assert only([f"{tmp_path}/a[1].md"], network).path.name == "a[1].md"
    assert failure([f"{tmp_path}/none*.md"], network).detail == "nothing matches"
    assert failure([f"{tmp_path}/none.md"], network).reason == "missing"


def test_an_archive_gives_its_files_and_refuses_traps(tmp_path: Path, network: Network) -> None:
    with zipfile.ZipFile(tmp_path / "inner.zip", "w") as pack:
        pack.writestr("x.md", "Fine.")
    with zipfile.ZipFile(tmp_path / "notes.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("a/b.md", "Twice as fast.")
        pack.writestr("../../evil.md", "Out of the way.")
        pack.writestr("bomb.md", b"0" * 30_000_000)
        pack.writestr("picture.png", b"x")
        pack.write(tmp_path / "inner.zip", "inner.zip")
    results = found([str(tmp_path / "notes.zip")], network)
    names = [(getattr(x, "name", "") or x.source).rpartition("!")[2] for x in results]  # type: ignore[union-attr]
    assert names == ["../../evil.md", "a/b.md", "bomb.md", "inner.zip"]
    assert [x.reason for x in results if isinstance(x, UnreadableDocument)] == ["refused", "refused"]
    assert all(x.path.parent == network.folder() for x in results if isinstance(x, Source))


def test_a_tar_gives_its_files_and_no_links(tmp_path: Path, network: Network) -> None:
    (tmp_path / "a.md").write_text("Fine.")
    (tmp_path / "l.md").symlink_to("/etc/passwd")
    with tarfile.open(tmp_path / "notes.tar.gz", "w:gz") as pack:
        pack.add(tmp_path / "a.md", "a.md")
        pack.add(tmp_path / "l.md", "l.md")
    good, link = found([str(tmp_path / "notes.tar.gz")], network)
    assert isinstance(good, Source)
    assert isinstance(link, UnreadableDocument)
    assert link.reason == "refused"


def test_what_is_no_archive_is_damaged(tmp_path: Path, network: Network) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 and nothing more")
    assert failure([str(tmp_path / "x.zip")], network).reason == "damaged"


def test_fsspec_addresses_are_read(network: Network) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    memory.pipe("/notes/a.md", b"Twice as fast.")
    memory.pipe("/notes/b.png", b"x")
    source = only(["memory://notes"], network)
    assert source.path.read_bytes() == b"Twice as fast."
    assert only(["memory://notes/a.md"], network).name == "memory://notes/a.md"
    assert failure(["memory://none.md"], network).reason == "missing"
    assert failure(["nothing://x"], network).reason == "unreachable"


# What each kind of source is asked for first, and how a good answer to it looks.
ASKED = {
    "arxiv:2401.00001": ("/api/query?id_list=2401.00001&max_results=1", ATOM_OF_ARXIV.encode(), "application/atom+xml"),
    "github:zeta/zeta": (
        "/repos/zeta/zeta/releases?per_page=100",
        json.dumps([release("v1.0", "New.")]).encode(),
        "application/json",
    ),
    "github:zeta/zeta@v1.0": (
        "/repos/zeta/zeta/releases/tags/v1.0",
        json.dumps(release("v1.0", "New.")).encode(),
        "application/json",
    ),
    "BASE/a.html": ("/a.html", b"<p>Twice as fast.</p>", "text/html"),
    "feed:BASE/feed": (
        "/feed",
        b"<?xml version='1.0'?><rss><channel><item><title>A</title><description>B.</description></item></channel></rss>",
        "application/rss+xml",
    ),
    "zip://a.md::BASE/a.zip": ("/a.zip", b"", "application/zip"),
}


def packed() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as pack:
        pack.writestr("a.md", "Twice as fast.")
    return out.getvalue()


@pytest.mark.parametrize("name", ASKED)
def test_each_kind_of_source_stands_servers_that_die_or_are_busy_and_names_those_that_talk_rubbish(
    service: Service, network: Network, name: str
) -> None:
    path, body, kind = ASKED[name]
    good = Answer(body or packed(), kind=kind)
    name = name.replace("BASE", service.base)
    service.answers["/pdf/2401.00001v3"] = Answer(pdf("It decodes 2.1x faster."), kind="application/pdf")

    service.answers[path] = [
        Answer(good.body, kind=kind, cut=7),
        Answer(status=429, headers={"Retry-After": "0"}),
        good,
    ]
    assert only([name], network).path.exists()  # it died, it was busy, it answered

    for reason, bad in (
        ("unreachable", Answer(good.body, kind=kind, cut=7)),
        ("unreachable", Answer(status=429)),
        ("unreachable", Answer(status=500)),
        ("missing", Answer(status=404)),
    ):
        service.answers[path] = bad
        error = failure([name], network)
        assert (error.source, error.reason) == (name, reason)

    for rubbish in (b"", b"\x00\xff\x13" * 50, b"[1, null]", b"<html><p>Log in", b'{"a": []}'):
        service.answers[path] = Answer(rubbish, kind=kind)
        [result] = found([name], network)
        if isinstance(result, UnreadableDocument):
            assert result.reason in ("damaged", "empty", "missing")
        else:  # a page of rubbish is a page
            assert name.startswith(("http", "feed")) or b'"a"' in rubbish

    service.answers[path] = good
    assert only([name], network).path.exists()  # nothing of it was kept


def test_a_paper_whose_file_breaks_off_is_asked_for_again(service: Service, network: Network) -> None:
    file = pdf("It decodes 2.1x faster.")
    service.answers["/api/query?id_list=2401.00001&max_results=1"] = Answer(ATOM_OF_ARXIV.encode(), kind="text/xml")
    service.answers["/pdf/2401.00001v3"] = [
        Answer(file, kind="application/pdf", cut=40),
        Answer(file, kind="application/pdf"),
    ]
    assert read(only(["arxiv:2401.00001"], network).path).pages == 1
    service.answers["/pdf/2401.00001v3"] = Answer(b"not yet", kind="text/html")
    with pytest.raises(UnreadableDocument):
        read(only(["arxiv:2401.00001"], network).path)


def test_releases_of_the_pages_before_one_that_fails_are_given(service: Service, network: Network) -> None:
    link = {"Link": f'<{service.base}/more>; rel="next"'}
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps([release("v2.0", "New.")]).encode(), kind="application/json", headers=link
    )
    for bad in (Answer(status=503), Answer(b"[1]", kind="application/json")):
        service.answers["/more"] = bad
        one, error = found(["github:zeta/zeta"], network)
        assert isinstance(one, Source)
        assert isinstance(error, UnreadableDocument)
    service.answers["/more"] = Answer(b"[]", kind="application/json", headers=link)  # it names itself as the next
    assert only(["github:zeta/zeta"], network).name == "github:zeta/zeta@v2.0"


def test_entries_of_a_feed_that_fail_do_not_keep_the_others(service: Service, network: Network) -> None:
    entries = "".join(
        f"<item><title>{name}</title><link>{service.base}/{name}</link></item>" for name in ("cut", "busy", "good")
    )
    service.answers["/feed"] = Answer(f"<rss><channel>{entries}</channel></rss>".encode(), kind="text/xml")
    service.answers["/cut"] = Answer(b"<p>Twice", cut=3)
    service.answers["/busy"] = Answer(status=429)
    service.answers["/good"] = Answer(b"<p>Twice as fast.</p>")
    results = found([f"{service.base}/feed"], network)
    assert [getattr(each, "reason", "") for each in results] == ["unreachable", "unreachable", ""]


def test_a_chained_address_is_fetched_under_the_same_rules(service: Service, network: Network) -> None:
    service.answers["/a.zip"] = Answer(packed(), kind="application/zip")
    name = f"zip://a.md::{service.base}/a.zip"
    assert only([name], network).path.read_bytes() == b"Twice as fast."
    assert failure([f"zip://b.md::{service.base}/a.zip"], network).reason == "missing"
    assert failure([name], replace(network, private=False)).reason == "refused"


def test_stores_that_fail_in_ways_of_their_own_are_named(tmp_path: Path, network: Network) -> None:
    import fsspec
    from fsspec.implementations.memory import MemoryFileSystem

    class Store(MemoryFileSystem):  # type: ignore[misc]  # fsspec has no types
        """A store that knows its files and cannot give some of them."""

        protocol = "store"
        store: ClassVar[dict[str, object]] = {}
        pseudo_dirs: ClassVar[list[str]] = [""]

        @classmethod
        def _strip_protocol(cls, path: str) -> str:
            return str(super()._strip_protocol(path.replace("store://", "memory://")))

        def cat_file(self, path: str, *given: object, **more: object) -> bytes:
            if path.endswith("slow.md"):
                raise RuntimeError("SlowDown: please reduce your request rate")
            if path.endswith("cut.md"):
                raise ConnectionResetError
            return bytes(super().cat_file(path, *given, **more))

    fsspec.register_implementation("store", Store, clobber=True)
    for name in ("cut", "good", "slow"):
        Store().pipe(f"/notes/{name}.md", b"Twice as fast.")
    cut, good, slow = found(["store://notes"], network)
    assert isinstance(good, Source)
    assert str(cut) == "store:///notes/cut.md: cannot be fetched (ConnectionResetError)"
    assert str(slow) == "store:///notes/slow.md: cannot be fetched (SlowDown: please reduce your request rate)"
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 and nothing more")
    assert failure([f"zip://a.md::{tmp_path}/x.zip"], network).reason == "damaged"
    assert failure(["reference://x"], network).reason == "unreachable"
