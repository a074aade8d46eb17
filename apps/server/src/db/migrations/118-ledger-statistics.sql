-- Once the tables are free again for everybody.
SELECT analyze_ledger();
