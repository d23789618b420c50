#!/bin/sh
# Creates the secrets of compose.yaml and compose.ha.yaml in deploy/secrets, each readable only by the user of its container.
# Existing files are kept.
# Run as root: sh deploy/make-secrets.sh HOST [PROGRAM], where PROGRAM runs annals (default: the image).
set -eu
host=${1:?Pass the host name that users enter, for example annals.example.org}
shift
[ $# -gt 0 ] || set -- docker run --rm annals:latest
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

annals=1000 postgresql=999 nginx=101 prometheus=65534 grafana=472
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
# keep NAME OWNER: writes standard input to the secret unless it exists
keep() {
  if [ -e "secrets/$1" ]; then cat >/dev/null; else cat >"secrets/$1.new" && mv "secrets/$1.new" "secrets/$1"; fi
  chown "$2" "secrets/$1"
}

random | keep postgres_password "$postgresql"
printf 'postgres://annals:%s@postgresql:5432/annals\n' "$(cat secrets/postgres_password)" | keep database_url "$annals"
# For compose.ha.yaml.
random | keep replication_password "$postgresql"
random | keep annals_password "$postgresql"
printf 'postgres://annals:%s@postgresql-1:5432,postgresql-2:5432,postgresql-3:5432/annals\n' \
  "$(cat secrets/annals_password)" | keep database_ha_url "$annals"
random | keep metrics_token "$annals"
cat secrets/metrics_token | keep prometheus_token "$prometheus"
random | keep grafana_password "$grafana"
if [ ! -e secrets/checkpoint_key ]; then
  key=$("$@" checkpoint-key "$host/annals")
  printf '%s\n' "$key" | keep checkpoint_key "$annals"
fi
# A self-signed certificate. To use a real one, replace the two files and run: docker compose restart proxy
if [ ! -e secrets/tls_key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout secrets/tls_key -out secrets/tls_certificate 2>/dev/null
  chown "$nginx" secrets/tls_key secrets/tls_certificate
fi
# These mounted files are not secret: the containers' users must be able to read them, even with a restrictive umask.
chmod -R a+rX nginx.conf prometheus grafana
echo "The secrets are in $(pwd)/secrets. Store a copy of checkpoint_key in a safe place."
