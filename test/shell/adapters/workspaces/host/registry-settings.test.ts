import { expect, test } from 'vitest';
import { withoutCredentials } from '../../../../../src/shell/adapters/workspaces/host/registry-settings.ts';

test.each([
  [
    '.npmrc',
    'registry=https://r.example/\n//r.example/:_authToken=abc\n//r.example/:_password=abc\nfund=false',
    'registry=https://r.example/\nfund=false',
  ],
  [
    '.npmrc',
    '//r.example/:username=me\nalways-auth=true\nkey=abc\ncafile=/etc/ca.pem\nx=${TOKEN}',
    'cafile=/etc/ca.pem',
  ],
  [
    'pip.conf',
    '[global]\nindex-url = https://me:pw@pip.example/simple\ncert = /ca.pem',
    '[global]\nindex-url = https://pip.example/simple\ncert = /ca.pem',
  ],
  [
    'config.toml',
    '[source.crates-io]\nreplace-with = "m"\n[registries.m]\ntoken = "abc"\nindex = "sparse+https://m/"',
    '[source.crates-io]\nreplace-with = "m"\n[registries.m]\nindex = "sparse+https://m/"',
  ],
  ['.yarnrc.yml', 'npmRegistryServer: "https://r"\nnpmAuthToken: abc', 'npmRegistryServer: "https://r"'],
  [
    'gradle.properties',
    'org.gradle.jvmargs=-Xmx1g\nnexusPassword=abc\nsigning.secretKeyRingFile=x',
    'org.gradle.jvmargs=-Xmx1g',
  ],
  [
    '.m2/settings.xml',
    '<settings><servers><server><password>abc</password></server></servers><mirrors><mirror/></mirrors></settings>',
    '<settings><mirrors><mirror/></mirrors></settings>',
  ],
  [
    '.m2/settings-security.xml',
    '<settingsSecurity><master>abc</master></settingsSecurity>',
    '<settingsSecurity/>\n',
  ],
])('%s keeps the registry and loses the key', (name, text, expected) => {
  expect(withoutCredentials(name, text)).toBe(expected);
});
