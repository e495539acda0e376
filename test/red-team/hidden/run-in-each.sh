#!/bin/sh
# Runs a command with one more test file in every folder of $CANDIDATES: run-in-each.sh FILE PLACE COMMAND…
file=$1
place=$2
shift 2
for folder in "$CANDIDATES"/*; do
  cp "$file" "$folder/$place" || exit 1
  (cd "$folder" && "$@") || { echo "in $folder"; exit 1; }
done
