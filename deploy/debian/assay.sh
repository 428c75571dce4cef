#!/bin/sh
# Commands of Assay with the settings of the service, as its user: assay setup --tenant ...
set -e
if [ "$(id -un)" != assay ]; then exec runuser -u assay -- "$0" "$@"; fi
set -a
. /etc/assay/assay.env
set +a
cd /var/lib/assay
exec /usr/lib/assay/bin/node /usr/lib/assay/bin/assay.mjs "$@"
