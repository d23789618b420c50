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
  annals verify events        check the audit trail, whose entries are chained by hashes
  annals openapi              print the calls of the services as OpenAPI 3.1
  annals version
  annals help

Configured by environment variables or a .env file: PRODUCT_NAME, HOST, PORT, PUBLIC_URL, DATABASE_URL, DATA_DIR,
AUTHENTICATION_ENDPOINT, ANNALS_ENDPOINT, SMTP_URL, MAIL_FROM, SIGNUP, PROVIDER_HOSTS, ALIAS_HOSTS, TRUST_PROXY,
LOG_LEVEL, DEMO_PASSWORD. See README.md.
`;
