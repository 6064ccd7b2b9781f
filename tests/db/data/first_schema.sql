-- A SQLite database of the first schema (0001), whole: two documents with claims, decisions, a failure, a run, views and search.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE aliases (
	kind TEXT NOT NULL,
	alias TEXT NOT NULL,
	name TEXT NOT NULL,
	CONSTRAINT pk_aliases PRIMARY KEY (kind, alias)
)
 STRICT

;
CREATE TABLE claims (
	id INTEGER NOT NULL,
	document_id INTEGER NOT NULL,
	passage_id INTEGER,
	quote_key TEXT NOT NULL,
	ordinal INTEGER NOT NULL,
	found INTEGER NOT NULL,
	page INTEGER,
	section TEXT NOT NULL,
	start_at INTEGER NOT NULL,
	end_at INTEGER NOT NULL,
	quote TEXT NOT NULL,
	kind TEXT NOT NULL,
	quantified INTEGER NOT NULL,
	technique TEXT NOT NULL,
	side TEXT NOT NULL,
	metric TEXT NOT NULL,
	factor_low REAL,
	factor_high REAL,
	qualifier TEXT NOT NULL,
	absolute REAL,
	absolute_unit TEXT,
	absolute_before REAL,
	absolute_before_unit TEXT,
	baseline TEXT NOT NULL,
	hardware TEXT NOT NULL,
	vendor TEXT NOT NULL,
	n_devices INTEGER,
	model TEXT NOT NULL,
	params TEXT NOT NULL,
	inherited TEXT NOT NULL,
	also TEXT NOT NULL,
	hints TEXT NOT NULL,
	reasons TEXT NOT NULL,
	confidence REAL NOT NULL,
	verdict TEXT NOT NULL,
	status TEXT NOT NULL,
	priority REAL NOT NULL,
	machine TEXT,
	classifier_version TEXT NOT NULL,
	CONSTRAINT pk_claims PRIMARY KEY (id),
	CONSTRAINT fk_claims_document_id_documents FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE,
	CONSTRAINT fk_claims_passage_id_passages FOREIGN KEY(passage_id) REFERENCES passages (id) ON DELETE SET NULL,
	CONSTRAINT uq_claims_document_id_quote_key_ordinal UNIQUE (document_id, quote_key, ordinal)
)
 STRICT

;
INSERT INTO "claims" VALUES(1,1,1,'ecc4b2940949a1d8b4559bd874698fc3',0,1,NULL,'Speed',0,73,'INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.','claim',1,'weight-only-quantization','fewer-bytes','decode',2.5,2.5,'exact',NULL,NULL,NULL,NULL,'','["H100-SXM"]','NVIDIA',2,'["Llama-2-70B"]','{"batch": 1, "weight_bits": 4}','["n_devices"]','[]','[]','["alias: INT4"]',0.9,'plausible','accepted',0.14,NULL,'classifier-1');
INSERT INTO "claims" VALUES(2,1,2,'384889e322acdd2f1d8b4f616c5dad1b',0,1,NULL,'Speed',74,130,'Speculative decoding with a 1B draft gives another 1.8x.','claim',1,'speculative-decoding','fewer-steps','decode',9.0,9.0,'exact',NULL,NULL,NULL,NULL,'','[]','',NULL,'[]','{"batch": 4}','[]','[]','[]','[]',0.6,'implausible','corrected',0.52,'{"factor_low": 1.8, "factor_high": 1.8, "params.batch": null, "inherited": [], "parameters": []}','classifier-1');
INSERT INTO "claims" VALUES(3,1,4,'25d3cfb3cd5e1b1d8b8673a77aced4c8',0,1,NULL,'Speed',156,197,'Paged caches raise throughput 9x on A100.','claim',1,'paged-kv','fewer-bytes','throughput',9.0,9.0,'exact',NULL,NULL,NULL,NULL,'','["A100-SXM-80GB"]','NVIDIA',NULL,'[]','{}','[]','[]','[]','[]',0.9,'implausible','rejected',0.28,NULL,'classifier-1');
INSERT INTO "claims" VALUES(4,2,5,'aca1105b9bae16e06589000aa2bd8e1a',0,1,NULL,'Speed',0,39,'Ein Satz mit „Zeichen“: 4-bit gives 2x.','claim',1,'weight-only-quantization','fewer-bytes','decode',2.5,2.5,'exact',NULL,NULL,NULL,NULL,'','["H100-SXM"]','NVIDIA',2,'["Llama-2-70B"]','{"batch": 1, "weight_bits": 4}','["n_devices"]','[]','[]','["alias: INT4"]',0.9,'plausible','open',0.14,NULL,'classifier-1');
INSERT INTO "claims" VALUES(5,2,6,'3e23e8160039594a33894f6564e1b134',0,1,NULL,'Speed',40,41,'b','claim',1,'speculative-decoding','fewer-steps','decode',1.8,1.8,'exact',NULL,NULL,NULL,NULL,'','[]','',NULL,'[]','{}','[]','[]','[]','[]',0.6,'conditional','open',0.416,NULL,'classifier-1');
INSERT INTO "claims" VALUES(6,2,8,'dde02328f90fd5f14e54c106009eedce',0,1,NULL,'Speed',44,73,'FP8 caches give 1.6x on H200.','claim',1,'paged-kv','fewer-bytes','throughput',9.0,9.0,'exact',NULL,NULL,NULL,NULL,'','["A100-SXM-80GB"]','NVIDIA',NULL,'[]','{}','[]','[]','[]','[]',0.9,'implausible','open',0.28,NULL,'classifier-1');
CREATE TABLE documents (
	id INTEGER NOT NULL,
	work TEXT NOT NULL,
	sha256 TEXT NOT NULL,
	title TEXT NOT NULL,
	format TEXT NOT NULL,
	version TEXT NOT NULL,
	date TEXT NOT NULL,
	authors TEXT NOT NULL,
	publisher TEXT NOT NULL,
	pages INTEGER,
	text TEXT NOT NULL,
	notes TEXT NOT NULL,
	reader TEXT NOT NULL,
	reader_version TEXT NOT NULL,
	classifier_version TEXT NOT NULL,
	estimator_version TEXT NOT NULL,
	catalog_version TEXT NOT NULL,
	added TEXT NOT NULL,
	analysed TEXT NOT NULL,
	run_id INTEGER,
	CONSTRAINT pk_documents PRIMARY KEY (id),
	CONSTRAINT uq_documents_sha256 UNIQUE (sha256),
	CONSTRAINT uq_documents_work UNIQUE (work)
)
 STRICT

;
INSERT INTO "documents" VALUES(1,'notes/release.md','64df000fc46718e011ed05c5c43554960d11a214b251a4bedb8a0ec3cb7bd776','Release 1.0','markdown','','','[]','notes',NULL,'INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.
Speculative decoding with a 1B draft gives another 1.8x.
We thank our colleagues.
Paged caches raise throughput 9x on A100.
','[]','text 1','reader-1','classifier-1','estimator-1','catalog-1','2026-03-01 12:30:05.123456','2026-03-01 12:30:05.123456',1);
INSERT INTO "documents" VALUES(2,'papers/näh.md','60520345862bf84e9a49e3ad329fcbc7c48b67334ecb0d3a5fba4aa6ad06edf9','Release 1.0','markdown','','','[]','papers',NULL,'Ein Satz mit „Zeichen“: 4-bit gives 2x.
b
c
FP8 caches give 1.6x on H200.
','[]','text 1','reader-1','classifier-1','estimator-1','catalog-1','2026-03-01 12:30:05.123456','2026-03-01 12:30:05.123456',1);
CREATE TABLE estimates (
	claim_id INTEGER NOT NULL,
	verdict TEXT NOT NULL,
	ceiling REAL,
	ceiling_unit TEXT NOT NULL,
	expected_low REAL,
	expected_high REAL,
	limiter_before TEXT NOT NULL,
	limiter_after TEXT NOT NULL,
	reason TEXT NOT NULL,
	requires TEXT NOT NULL,
	ask TEXT NOT NULL,
	derivation TEXT NOT NULL,
	inputs TEXT NOT NULL,
	inverse TEXT NOT NULL,
	"before" TEXT,
	"after" TEXT,
	estimator_version TEXT NOT NULL,
	catalog_version TEXT NOT NULL,
	CONSTRAINT pk_estimates PRIMARY KEY (claim_id),
	CONSTRAINT fk_estimates_claim_id_claims FOREIGN KEY(claim_id) REFERENCES claims (id) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "estimates" VALUES(1,'plausible',3.8,'x',2.0,3.4,'HBM','HBM','Weights fall from 140 GB to 37 GB.','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
INSERT INTO "estimates" VALUES(2,'implausible',4.0,'x',2.0,3.4,'HBM','HBM','9x against 4x','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
INSERT INTO "estimates" VALUES(3,'implausible',3.8,'x',2.0,3.4,'HBM','HBM','Weights fall from 140 GB to 37 GB.','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
INSERT INTO "estimates" VALUES(4,'plausible',3.8,'x',2.0,3.4,'HBM','HBM','Weights fall from 140 GB to 37 GB.','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
INSERT INTO "estimates" VALUES(5,'conditional',3.8,'x',2.0,3.4,'HBM','HBM','Weights fall from 140 GB to 37 GB.','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
INSERT INTO "estimates" VALUES(6,'implausible',3.8,'x',2.0,3.4,'HBM','HBM','Weights fall from 140 GB to 37 GB.','["batch at most 16"]','["which batch?"]','["140 GB / 3.35 TB/s = 41.8 ms"]','{"weight_bits": {"value": 4, "origin": "stated"}, "batch": {"value": 1, "origin": "assumed"}}','{"batch": [1.0, 16.0]}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','{"label": "before", "bytes": {"weights": 140000000000.0, "kv": 1000000000.0}, "flops": 280000000000.0, "bandwidth": 3350000000000.0, "peak": 989000000000000.0, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}','estimator-1','catalog-1');
CREATE TABLE failures (
	id INTEGER NOT NULL,
	source TEXT NOT NULL,
	sha256 TEXT NOT NULL,
	reason TEXT NOT NULL,
	detail TEXT NOT NULL,
	limits TEXT NOT NULL,
	reader_version TEXT NOT NULL,
	at TEXT NOT NULL,
	run_id INTEGER,
	CONSTRAINT pk_failures PRIMARY KEY (id),
	CONSTRAINT uq_failures_source UNIQUE (source)
)
 STRICT

;
INSERT INTO "failures" VALUES(1,'papers/locked.pdf','0000000000000000000000000000000000000000000000000000000000000000','encrypted','papers/locked.pdf: needs a password: save a copy without one','{"seconds": 60.0}','reader-1','2026-03-01 12:30:05.123456',1);
CREATE TABLE hardware (
	name TEXT NOT NULL,
	vendor TEXT NOT NULL,
	aliases TEXT NOT NULL,
	source TEXT NOT NULL,
	facts TEXT NOT NULL,
	CONSTRAINT pk_hardware PRIMARY KEY (name)
)
 STRICT

;
CREATE TABLE models (
	name TEXT NOT NULL,
	aliases TEXT NOT NULL,
	source TEXT NOT NULL,
	facts TEXT NOT NULL,
	CONSTRAINT pk_models PRIMARY KEY (name)
)
 STRICT

;
CREATE TABLE parameters (
	id INTEGER NOT NULL,
	claim_id INTEGER NOT NULL,
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	number REAL,
	surface TEXT NOT NULL,
	start_at INTEGER,
	end_at INTEGER,
	origin TEXT NOT NULL,
	CONSTRAINT pk_parameters PRIMARY KEY (id),
	CONSTRAINT fk_parameters_claim_id_claims FOREIGN KEY(claim_id) REFERENCES claims (id) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "parameters" VALUES(1,1,'hardware','H100-SXM',NULL,'H100s',56,61,'stated');
INSERT INTO "parameters" VALUES(2,1,'model','Llama-2-70B',NULL,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(3,1,'n_devices','2',2.0,'',NULL,NULL,'inherited');
INSERT INTO "parameters" VALUES(4,1,'batch','1',1.0,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(5,1,'weight_bits','4',4.0,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(6,3,'hardware','A100-SXM-80GB',NULL,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(7,4,'hardware','H100-SXM',NULL,'H100s',-1,4,'stated');
INSERT INTO "parameters" VALUES(8,4,'model','Llama-2-70B',NULL,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(9,4,'n_devices','2',2.0,'',NULL,NULL,'inherited');
INSERT INTO "parameters" VALUES(10,4,'batch','1',1.0,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(11,4,'weight_bits','4',4.0,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(12,6,'hardware','A100-SXM-80GB',NULL,'',NULL,NULL,'stated');
INSERT INTO "parameters" VALUES(13,2,'batch','4',4.0,'',NULL,NULL,'reviewer');
CREATE TABLE passages (
	id INTEGER NOT NULL,
	document_id INTEGER NOT NULL,
	position INTEGER NOT NULL,
	text TEXT NOT NULL,
	kind TEXT NOT NULL,
	start_at INTEGER NOT NULL,
	end_at INTEGER NOT NULL,
	section TEXT NOT NULL,
	page INTEGER,
	line INTEGER,
	line_end INTEGER,
	layout TEXT NOT NULL,
	CONSTRAINT pk_passages PRIMARY KEY (id),
	CONSTRAINT fk_passages_document_id_documents FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE,
	CONSTRAINT uq_passages_document_id_position UNIQUE (document_id, position)
)
 STRICT

;
INSERT INTO "passages" VALUES(1,1,0,'INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.','sentence',0,73,'["Speed"]',NULL,1,NULL,'{"block": 1}');
INSERT INTO "passages" VALUES(2,1,1,'Speculative decoding with a 1B draft gives another 1.8x.','sentence',74,130,'["Speed"]',NULL,2,NULL,'{"block": 2}');
INSERT INTO "passages" VALUES(3,1,2,'We thank our colleagues.','sentence',131,155,'["Speed"]',NULL,3,NULL,'{"block": 3}');
INSERT INTO "passages" VALUES(4,1,3,'Paged caches raise throughput 9x on A100.','sentence',156,197,'["Speed"]',NULL,4,NULL,'{"block": 4}');
INSERT INTO "passages" VALUES(5,2,0,'Ein Satz mit „Zeichen“: 4-bit gives 2x.','sentence',0,39,'["Speed"]',NULL,1,NULL,'{"block": 1}');
INSERT INTO "passages" VALUES(6,2,1,'b','sentence',40,41,'["Speed"]',NULL,2,NULL,'{"block": 2}');
INSERT INTO "passages" VALUES(7,2,2,'c','sentence',42,43,'["Speed"]',NULL,3,NULL,'{"block": 3}');
INSERT INTO "passages" VALUES(8,2,3,'FP8 caches give 1.6x on H200.','sentence',44,73,'["Speed"]',NULL,4,NULL,'{"block": 4}');
CREATE TABLE reviews (
	id INTEGER NOT NULL,
	work TEXT NOT NULL,
	quote_key TEXT NOT NULL,
	ordinal INTEGER NOT NULL,
	quote TEXT NOT NULL,
	reviewer TEXT NOT NULL,
	decision TEXT NOT NULL,
	changes TEXT NOT NULL,
	held TEXT NOT NULL,
	note TEXT NOT NULL,
	undoes INTEGER,
	at TEXT NOT NULL,
	CONSTRAINT pk_reviews PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "reviews" VALUES(1,'notes/release.md','ecc4b2940949a1d8b4559bd874698fc3',0,'INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.','ann','accept','{}','{"kind": "claim", "technique": "weight-only-quantization", "side": "fewer-bytes", "metric": "decode", "qualifier": "exact", "quantified": true, "factor_low": 2.5, "factor_high": 2.5, "baseline": "", "hardware": ["H100-SXM"], "n_devices": 2, "model": ["Llama-2-70B"], "params": {"batch": 1, "weight_bits": 4}, "absolute": null, "absolute_before": null}','',NULL,'2026-03-01 12:30:05.123456');
INSERT INTO "reviews" VALUES(2,'notes/release.md','384889e322acdd2f1d8b4f616c5dad1b',0,'Speculative decoding with a 1B draft gives another 1.8x.','ann','correct','{"factor_low": 9.0, "factor_high": 9.0, "params.batch": 4}','{"kind": "claim", "technique": "speculative-decoding", "side": "fewer-steps", "metric": "decode", "qualifier": "exact", "quantified": true, "factor_low": 9.0, "factor_high": 9.0, "baseline": "", "hardware": [], "n_devices": null, "model": [], "params": {"batch": 4}, "absolute": null, "absolute_before": null}','as table 2 says',NULL,'2026-03-01 12:30:05.123456');
INSERT INTO "reviews" VALUES(3,'notes/release.md','25d3cfb3cd5e1b1d8b8673a77aced4c8',0,'Paged caches raise throughput 9x on A100.','bob','reject','{}','{"kind": "claim", "technique": "paged-kv", "side": "fewer-bytes", "metric": "throughput", "qualifier": "exact", "quantified": true, "factor_low": 9.0, "factor_high": 9.0, "baseline": "", "hardware": ["A100-SXM-80GB"], "n_devices": null, "model": [], "params": {}, "absolute": null, "absolute_before": null}','',NULL,'2026-03-01 12:30:05.123456');
INSERT INTO "reviews" VALUES(4,'papers/näh.md','aca1105b9bae16e06589000aa2bd8e1a',0,'Ein Satz mit „Zeichen“: 4-bit gives 2x.','bob','reject','{}','{"kind": "claim", "technique": "weight-only-quantization", "side": "fewer-bytes", "metric": "decode", "qualifier": "exact", "quantified": true, "factor_low": 2.5, "factor_high": 2.5, "baseline": "", "hardware": ["H100-SXM"], "n_devices": 2, "model": ["Llama-2-70B"], "params": {"batch": 1, "weight_bits": 4}, "absolute": null, "absolute_before": null}','',NULL,'2026-03-01 12:30:05.123456');
INSERT INTO "reviews" VALUES(5,'papers/näh.md','aca1105b9bae16e06589000aa2bd8e1a',0,'Ein Satz mit „Zeichen“: 4-bit gives 2x.','bob','undo','{}','{"kind": "claim", "technique": "weight-only-quantization", "side": "fewer-bytes", "metric": "decode", "qualifier": "exact", "quantified": true, "factor_low": 2.5, "factor_high": 2.5, "baseline": "", "hardware": ["H100-SXM"], "n_devices": 2, "model": ["Llama-2-70B"], "params": {"batch": 1, "weight_bits": 4}, "absolute": null, "absolute_before": null}','',4,'2026-03-01 12:30:05.123456');
CREATE TABLE runs (
	id INTEGER NOT NULL,
	command TEXT NOT NULL,
	started TEXT NOT NULL,
	finished TEXT,
	outcome TEXT DEFAULT 'running' NOT NULL,
	settings TEXT NOT NULL,
	versions TEXT NOT NULL,
	summary TEXT,
	CONSTRAINT pk_runs PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "runs" VALUES(1,'ingest','2026-03-01 12:30:05.123456','2026-03-01 12:30:05.123456','done','{"sources": ["notes/"], "jobs": 2}','{"reader": "reader-1", "classifier": "classifier-1", "estimator": "estimator-1", "catalog": "catalog-1"}','{"documents": {"new": 2, "failed": 1}, "claims": 6}');
CREATE TABLE settings (
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_settings PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "settings" VALUES('views','2b480a1fe61c');
INSERT INTO "settings" VALUES('catalog','catalog-1');
CREATE TABLE sources (
	id INTEGER NOT NULL,
	document_id INTEGER NOT NULL,
	source TEXT NOT NULL,
	sha256 TEXT NOT NULL,
	version TEXT NOT NULL,
	seen TEXT NOT NULL,
	CONSTRAINT pk_sources PRIMARY KEY (id),
	CONSTRAINT fk_sources_document_id_documents FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE,
	CONSTRAINT uq_sources_source_sha256 UNIQUE (source, sha256)
)
 STRICT

;
INSERT INTO "sources" VALUES(1,1,'notes/release.md','64df000fc46718e011ed05c5c43554960d11a214b251a4bedb8a0ec3cb7bd776','','2026-03-01 12:30:05.123456');
INSERT INTO "sources" VALUES(2,1,'notes/copy.md','64df000fc46718e011ed05c5c43554960d11a214b251a4bedb8a0ec3cb7bd776','','2026-03-01 12:30:05.123456');
INSERT INTO "sources" VALUES(3,2,'papers/näh.md','60520345862bf84e9a49e3ad329fcbc7c48b67334ecb0d3a5fba4aa6ad06edf9','','2026-03-01 12:30:05.123456');
CREATE TABLE techniques (
	name TEXT NOT NULL,
	side TEXT NOT NULL,
	aliases TEXT NOT NULL,
	source TEXT NOT NULL,
	facts TEXT NOT NULL,
	CONSTRAINT pk_techniques PRIMARY KEY (name)
)
 STRICT

;
CREATE INDEX ix_aliases_name ON aliases (name);
CREATE INDEX ix_documents_added ON documents (added);
CREATE INDEX ix_documents_publisher ON documents (publisher);
CREATE INDEX ix_sources_document_id ON sources (document_id);
CREATE INDEX ix_sources_sha256 ON sources (sha256);
CREATE INDEX ix_failures_sha256 ON failures (sha256);
CREATE INDEX ix_claims_claimed ON claims (technique, metric, status, factor_low, factor_high);
CREATE INDEX ix_claims_document_verdict ON claims (document_id, side, verdict, status);
CREATE INDEX ix_claims_factor_low ON claims (factor_low);
CREATE INDEX ix_claims_passage_id ON claims (passage_id);
CREATE INDEX ix_claims_side_verdict ON claims (side, verdict, status);
CREATE INDEX ix_claims_status_priority ON claims (status, priority, id);
CREATE INDEX ix_claims_technique_verdict ON claims (technique, verdict, status);
CREATE INDEX ix_claims_vendor_verdict ON claims (vendor, verdict, status);
CREATE INDEX ix_claims_verdict_id ON claims (verdict, id);
CREATE INDEX ix_parameters_claim_id ON parameters (claim_id);
CREATE INDEX ix_parameters_name_origin ON parameters (name, origin);
CREATE INDEX ix_parameters_name_value ON parameters (name, value, claim_id);
CREATE INDEX ix_reviews_at ON reviews (at);
CREATE INDEX ix_reviews_claim ON reviews (work, quote_key, ordinal);
CREATE INDEX ix_reviews_reviewer ON reviews (reviewer);
CREATE VIRTUAL TABLE claims_search USING fts5(quote, content='claims', content_rowid='id', tokenize='porter unicode61');
CREATE VIRTUAL TABLE passages_search USING fts5(text, content='passages', content_rowid='id', tokenize='porter unicode61');
CREATE TRIGGER claims_search_insert AFTER INSERT ON claims BEGIN INSERT INTO claims_search(rowid, quote) VALUES (new.id, new.quote); END;
CREATE TRIGGER claims_search_delete AFTER DELETE ON claims BEGIN INSERT INTO claims_search(claims_search, rowid, quote) VALUES ('delete', old.id, old.quote); END;
CREATE TRIGGER claims_search_update AFTER UPDATE OF quote ON claims BEGIN INSERT INTO claims_search(claims_search, rowid, quote) VALUES ('delete', old.id, old.quote); INSERT INTO claims_search(rowid, quote) VALUES (new.id, new.quote); END;
CREATE TRIGGER passages_search_insert AFTER INSERT ON passages BEGIN INSERT INTO passages_search(rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER passages_search_delete AFTER DELETE ON passages BEGIN INSERT INTO passages_search(passages_search, rowid, text) VALUES ('delete', old.id, old.text); END;
CREATE TRIGGER passages_search_update AFTER UPDATE OF text ON passages BEGIN INSERT INTO passages_search(passages_search, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO passages_search(rowid, text) VALUES (new.id, new.text); END;
CREATE VIEW claim_overview AS SELECT c.id AS claim_id, c.document_id, d.title, d.publisher, d.date, c.page, c.section, c.quote, c.kind,
  c.quantified, c.technique, c.side, c.metric, c.factor_low, c.factor_high, c.qualifier, c.absolute, c.absolute_unit,
  c.absolute_before, c.baseline, replace(replace(replace(replace(CAST(c.hardware AS TEXT), '[]', ''), '["', ''), '"]', ''), '", "', ', ') AS hardware, c.n_devices, replace(replace(replace(replace(CAST(c.model AS TEXT), '[]', ''), '["', ''), '"]', ''), '", "', ', ') AS model, c.params,
  c.verdict, e.ceiling, e.ceiling_unit, e.expected_low, e.expected_high, e.limiter_before, e.limiter_after, e.reason,
  e.requires, c.confidence, c.status
FROM claims c JOIN documents d ON d.id = c.document_id JOIN estimates e ON e.claim_id = c.id;
CREATE VIEW implausible_claims AS SELECT c.id AS claim_id, d.title, c.quote, c.technique, c.factor_low, c.factor_high, e.ceiling, e.ceiling_unit,
  CASE WHEN e.ceiling > 0 AND e.ceiling_unit = 'x' THEN c.factor_low / e.ceiling END AS over, e.reason,
  replace(replace(replace(replace(CAST(c.hardware AS TEXT), '[]', ''), '["', ''), '"]', ''), '", "', ', ') AS hardware, replace(replace(replace(replace(CAST(c.model AS TEXT), '[]', ''), '["', ''), '"]', ''), '", "', ', ') AS model, c.status
FROM claims c JOIN estimates e ON e.claim_id = c.id JOIN documents d ON d.id = c.document_id
WHERE c.verdict = 'implausible' AND c.status <> 'rejected';
CREATE VIEW open_conditions AS SELECT c.id AS claim_id, c.technique, c.factor_low, c.factor_high, e.ceiling, e.requires, e.ask, c.quote
FROM claims c JOIN estimates e ON e.claim_id = c.id WHERE c.verdict = 'conditional' AND c.status <> 'rejected';
CREATE VIEW verdicts_by_technique AS SELECT c.technique, count(*) AS claims, sum(CASE WHEN c.verdict = 'plausible' THEN 1 ELSE 0 END) AS plausible, sum(CASE WHEN c.verdict = 'conditional' THEN 1 ELSE 0 END) AS conditional, sum(CASE WHEN c.verdict = 'implausible' THEN 1 ELSE 0 END) AS implausible, sum(CASE WHEN c.verdict = 'unverifiable' THEN 1 ELSE 0 END) AS unverifiable
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.technique;
CREATE VIEW verdicts_by_side AS SELECT c.side, count(*) AS claims, sum(CASE WHEN c.verdict = 'plausible' THEN 1 ELSE 0 END) AS plausible, sum(CASE WHEN c.verdict = 'conditional' THEN 1 ELSE 0 END) AS conditional, sum(CASE WHEN c.verdict = 'implausible' THEN 1 ELSE 0 END) AS implausible, sum(CASE WHEN c.verdict = 'unverifiable' THEN 1 ELSE 0 END) AS unverifiable
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.side;
CREATE VIEW verdicts_by_source AS SELECT d.publisher, sum(g.n) AS claims, sum(CASE WHEN g.verdict = 'plausible' THEN g.n ELSE 0 END) AS plausible, sum(CASE WHEN g.verdict = 'conditional' THEN g.n ELSE 0 END) AS conditional, sum(CASE WHEN g.verdict = 'implausible' THEN g.n ELSE 0 END) AS implausible, sum(CASE WHEN g.verdict = 'unverifiable' THEN g.n ELSE 0 END) AS unverifiable
FROM (SELECT c.document_id, c.verdict, count(*) AS n FROM claims c WHERE c.status <> 'rejected'
  GROUP BY c.document_id, c.verdict) g
JOIN documents d ON d.id = g.document_id GROUP BY d.publisher;
CREATE VIEW verdicts_by_vendor AS SELECT c.vendor, count(*) AS claims, sum(CASE WHEN c.verdict = 'plausible' THEN 1 ELSE 0 END) AS plausible, sum(CASE WHEN c.verdict = 'conditional' THEN 1 ELSE 0 END) AS conditional, sum(CASE WHEN c.verdict = 'implausible' THEN 1 ELSE 0 END) AS implausible, sum(CASE WHEN c.verdict = 'unverifiable' THEN 1 ELSE 0 END) AS unverifiable
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.vendor;
CREATE VIEW document_summary AS SELECT d.id AS document_id, d.title, d.publisher, d.date, d.format, d.version, d.pages,
  coalesce(g.claims, 0) AS claims, coalesce(g.fewer_bytes, 0) AS fewer_bytes, coalesce(g.fewer_steps, 0) AS fewer_steps,
  coalesce(g.plausible, 0) AS plausible, coalesce(g.conditional, 0) AS conditional, coalesce(g.implausible, 0) AS implausible, coalesce(g.unverifiable, 0) AS unverifiable, coalesce(g.waiting, 0) AS waiting, d.analysed
FROM documents d LEFT JOIN (SELECT c.document_id, count(*) AS claims,
  sum(CASE WHEN c.side = 'fewer-bytes' THEN 1 ELSE 0 END) AS fewer_bytes,
  sum(CASE WHEN c.side = 'fewer-steps' THEN 1 ELSE 0 END) AS fewer_steps, sum(CASE WHEN c.verdict = 'plausible' THEN 1 ELSE 0 END) AS plausible, sum(CASE WHEN c.verdict = 'conditional' THEN 1 ELSE 0 END) AS conditional, sum(CASE WHEN c.verdict = 'implausible' THEN 1 ELSE 0 END) AS implausible, sum(CASE WHEN c.verdict = 'unverifiable' THEN 1 ELSE 0 END) AS unverifiable,
  sum(CASE WHEN c.status = 'open' THEN 1 ELSE 0 END) AS waiting
  FROM claims c WHERE c.status <> 'rejected' GROUP BY c.document_id) g ON g.document_id = d.id;
CREATE VIEW review_queue AS SELECT c.id AS claim_id, c.priority, c.verdict, c.confidence, c.technique, c.side, c.factor_low, c.quote, c.document_id
FROM claims c WHERE c.status = 'open' ORDER BY c.priority DESC, c.id;
CREATE VIEW claimed_factors AS SELECT c.technique, c.metric, count(*) AS claims, min(c.factor_low) AS lowest, avg(c.factor_high) AS mean_high,
  max(c.factor_high) AS highest FROM claims c
WHERE c.factor_low IS NOT NULL AND c.status <> 'rejected' GROUP BY c.technique, c.metric;
CREATE VIEW stated_parameters AS SELECT p.name, count(*) AS given, sum(CASE WHEN p.origin = 'stated' THEN 1 ELSE 0 END) AS stated,
  sum(CASE WHEN p.origin = 'inherited' THEN 1 ELSE 0 END) AS inherited,
  sum(CASE WHEN p.origin = 'reviewer' THEN 1 ELSE 0 END) AS corrected
FROM parameters p GROUP BY p.name;
CREATE VIEW decisions AS SELECT r.id AS review_id, r.at, r.reviewer, r.decision, r.changes, r.note, c.id AS claim_id, r.quote
FROM reviews r LEFT JOIN documents d ON d.work = r.work
LEFT JOIN claims c ON c.document_id = d.id AND c.quote_key = r.quote_key AND c.ordinal = r.ordinal;
CREATE VIEW unread AS SELECT f.reason, f.source, f.detail, f.at FROM failures f;
INSERT INTO claims_search(claims_search) VALUES('rebuild');
INSERT INTO passages_search(passages_search) VALUES('rebuild');
COMMIT;
