export const help = `Annals: a console for a time-versioned data service and its authentication service.

  annals [serve]              start the console and both services
      --demo                  with demo data and accounts, on an empty database
      --only console|services only one of the two
      --no-files              without the console's files, which Vite serves in development
  annals migrate              bring the database's schema up to date
  annals user create EMAIL    make a user and print a one-time link to set the password
      --role ROLE             GLOBAL_MASTER, ORG_ADMIN, USER or AUDITOR; may be repeated (default USER)
      --name NAME
  annals import FILE          import versions (.ndjson or .ndjson.gz) through a running server
      --partition NAME        into this partition, which is made when there is none
      --user NAME             the user to sign in as, else it is asked for
                              (the password is asked for, or taken from ANNALS_PASSWORD)
      --url URL               where the console is (default http://127.0.0.1:3000)
  annals backup FILE          write all that the database holds, as it is at one moment, into a new file; servers go on
                              (a directory: into a file named after the moment; -: to standard output)
  annals restore FILE         put a backup into an empty database, whole or not at all (-: from standard input)
      --replace               delete what the database holds
  annals verify BUNDLE        check a downloaded proof of a version or a partition; needs no database
  annals verify --partition NAME|ID|all
                              check everything the database holds of it against its log
      --key VKEY              a verifier key that is known; may be repeated
      --checkpoint FILE       checkpoints that were kept, to find a log that was cut or written anew
                              (exit code 0: intact or erased with receipt, 1: TAMPERED, 2: could not be checked)
  annals verify events        check the audit log, whose entries are chained by hashes
  annals checkpoint-key NAME  print a new key that signs the checkpoints of the logs of that name, for the file
                              that CHECKPOINT_KEY_FILE names (make it with: umask 077)
  annals rotate-key signing   make a new key that signs access tokens; nobody is signed out
  annals rotate-key checkpoint
                              make a new key that signs checkpoints, beside the one of before
      --compromised           the key of before is not good any more, at once
  annals openapi              print the calls of the services as OpenAPI 3.1
  annals version
  annals help

Configured by environment variables or a .env file: PRODUCT_NAME, HOST, PORT, PUBLIC_URL, DATABASE_URL, DATA_DIR,
AUTHENTICATION_ENDPOINT, ANNALS_ENDPOINT, SMTP_URL, MAIL_FROM, SIGNUP, PROVIDER_HOSTS, ALIAS_HOSTS, TRUST_PROXY,
CHECKPOINT_KEY_FILE, METRICS_TOKEN, LOG_LEVEL, DEMO_PASSWORD; DATABASE_URL_FILE, SMTP_URL_FILE and METRICS_TOKEN_FILE
name files that hold the value. See README.md.
`;
