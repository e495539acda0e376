#!/bin/sh
# Compiles with javac and runs every test: the real compiler and machine, and nothing to download.
set -e
rm -rf target
mkdir -p target/classes
# One compiler with one thread: many of these run side by side.
SMALL='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -d target/classes $(find src -name '*.java')
if [ -d src/main/resources ]; then cp -r src/main/resources/. target/classes; fi
exec java $SMALL -cp target/classes Launcher target/classes "$HYDRA_REPORT_DIR/tests.xml"
