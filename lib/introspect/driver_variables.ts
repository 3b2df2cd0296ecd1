// Apart from the driver itself: rights are needed in every start, the driver in few.

/** What the driver looks up in the environment when a setting is not given; it gets all of them from us. */
export const DRIVER_VARIABLES = [
  "PGAPPNAME",
  "PGBINARY",
  "PGCLIENTENCODING",
  "PGCLIENT_ENCODING",
  "PGCONNECT_TIMEOUT",
  "PGDATABASE",
  "PGFALLBACK_APPLICATION_NAME",
  "PGHOST",
  "PGIDLE_IN_TRANSACTION_SESSION_TIMEOUT",
  "PGLOCK_TIMEOUT",
  "PGOPTIONS",
  "PGPASSFILE",
  "PGPASSWORD",
  "PGPORT",
  "PGQUERY_TIMEOUT",
  "PGREPLICATION",
  "PGSSLMODE",
  "PGSSLNEGOTIATION",
  "PGSTATEMENT_TIMEOUT",
  "PGUSER",
  "NODE_PG_FORCE_NATIVE",
  "USER",
  "USERNAME",
];
