export const help = `Annals: a console for a time-versioned data service and its authentication service.

  annals [serve]              start the console and both services
      --demo                  with demo data and accounts, on an empty database
      --only console|services only one of the two
      --no-files              without the console's files, which Vite serves in development
  annals migrate              update the schema of the database, and fill what it adds
      --schema-only           leave that to the servers of this version, which do it in the background
      --force                 also beside running servers that do not know the new schema; they fail then
  annals distribute           spread the tables of the data service over the workers of a cluster; stop all servers
                              first. It can be repeated, and does what is missing
      --shards N              over so many shards (default: one for each worker)
  annals user create EMAIL    create a user and print a one-time link to set the password
      --role ROLE             GLOBAL_MASTER, ORG_ADMIN, USER or AUDITOR; may be repeated (default USER)
      --name NAME
  annals import FILE          import versions (.ndjson, .json, .csv or .xlsx, also with .gz; - is NDJSON from the standard
                              input) through a running server
      --partition NAME        target partition; created if it does not exist
      --mapping FILE          what the columns of a table are, as the console downloads it
      --user NAME             the user to sign in as, unless there is an API token in ANNALS_TOKEN; asked for if omitted
                              (the password is asked for, or taken from ANNALS_PASSWORD)
      --reason TEXT           why, for the rows that have no reason of their own
      --change-set TITLE|ID   into this draft of yours instead, which is begun if there is none of the title;
                              written when it is committed; --reason is that of the change set
      --url URL               the address of the console (default http://127.0.0.1:3000)
  annals evidence FILE        what a partition said at a moment, to hand out, as a new ZIP file (-: standard output): a
                              report to print, the data, the proofs, checkpoints and the verifier; through a running server
      --partition NAME|ID
      --object ID             of one object: the id of any of its versions
      --query TEXT            of the objects that a search finds
      --at MOMENT             for example 2026-03-03T00:00:00Z (default: now)
      --held                  what the service held then, without what was imported later
      --language en|de        of the report (default en)
      --direct                not by a job that keeps the file on the server, however much it is
      --user NAME, --url URL  as for import, or an API token in ANNALS_TOKEN
  annals plan DIR             compare the configuration files of a directory with a running server: what would change, and
                              who gains or loses access to what
      --json                  the same for programs
      --exit-code             0: no changes, 2: changes, 1: an error
  annals apply DIR            show the plan, ask, and make the server as the files say; stops at the first conflict
      --yes                   without asking
      --invite                invite users of the files who have no account; an email goes to each
      --secrets               set secrets again that the server has already
      --reason TEXT           why, for the audit log; for example the commit
  annals export-config DIR    write the configuration of a running server as files, without secrets
      --replace               overwrite files of the same name
                              (all three: --url and --user as for import, or an API token in ANNALS_TOKEN)
  annals mcp                  answer an AI assistant over standard input and output (Model Context Protocol), with the
                              API token in ANNALS_TOKEN, at a running server; the same is at /mcp of the console
      --url URL               the address of the console (default http://127.0.0.1:3000)
  annals backup FILE          write a consistent snapshot of the database to a new file while servers run
                              (a directory: a file named after the time; -: standard output)
  annals restore FILE         load a backup into an empty database, completely or not at all (-: standard input)
      --replace               delete the contents of the database first
  annals verify FILE          check evidence (.zip), the result of an audit, or a downloaded proof of a version, a
                              partition or a part of the audit log; needs no database
  annals verify --partition NAME|ID|all
                              check all stored data of the partition against its log, and its members and settings
                              against the audit log; all: also users, roles and units
      --key VKEY              a trusted verifier key; may be repeated
      --checkpoint FILE       stored checkpoints, to detect a log that was truncated or rewritten
                              (exit code 0: intact or erased with receipt, 1: TAMPERED, 2: could not be checked)
  annals verify events [FILE] check the audit log: its chain and its checkpoints in the log of the service; with FILE, a
                              part of it that was exported (also with --key and --checkpoint)
  annals checkpoint-key NAME  print a new key that signs the checkpoints of the logs of that name, for the file
                              named by CHECKPOINT_KEY_FILE (create it with: umask 077)
  annals rotate-key signing   create a new key that signs access tokens; nobody is signed out
  annals rotate-key checkpoint
                              create a new key that signs checkpoints, beside the previous one
      --compromised           invalidate the previous key immediately
  annals delete-sign-in-rules delete all rules of sessions and sign-in, if they have locked you out
  annals openapi              print the calls of the services as OpenAPI 3.1
  annals licenses             print the licences of everything in the program and the console
  annals version
  annals help

Configured by environment variables or a .env file: PRODUCT_NAME, HOST, PORT, PUBLIC_URL, DATABASE_URL, DATABASE_POOLER,
DATABASE_READ_URL, DATABASE_READ_MAX_LAG, WORKERS, DATA_DIR, AUTHENTICATION_ENDPOINT, ANNALS_ENDPOINT, SERVICES, SMTP_URL,
MAIL_FROM, SIGNUP, PROVIDER_HOSTS, MAIL_HOSTS, BREACHED_PASSWORDS, WEBHOOK_HOSTS, WEBHOOK_KEY, ALIAS_HOSTS, TRUST_PROXY,
CHECKPOINT_KEY_FILE, DIGEST_HOUR, MCP, METRICS_TOKEN, LOG_LEVEL, DEMO_PASSWORD, DEMO_DAY;
DATABASE_URL_FILE, DATABASE_READ_URL_FILE, SMTP_URL_FILE, METRICS_TOKEN_FILE and WEBHOOK_KEY_FILE name files that contain the value. See README.md.
`;
