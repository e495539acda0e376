import { isObject } from '../../../core/domain/json/is-object.ts';
import { brokenReferences, type DataObject, readData } from './read-data.ts';
import { eachFile, type SchemaChecker } from './schema-checker.ts';

const BY = 'yaml 2, and rules of our own';
const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
const MAX_SCHEMAS = 50_000;

type Rule = (document: DataObject) => readonly string[];

const needs = (document: DataObject, where: string, ...keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (Object.hasOwn(document, key) ? [] : [`${where}${key} is missing`]));

const info: Rule = (document) =>
  isObject(document['info']) ? needs(document['info'], 'info.', 'title', 'version') : ['info is missing'];

const operations: Rule = ({ paths }) =>
  Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => [
    ...(path.startsWith('/') || path.startsWith('x-') ? [] : [`path ${path} does not begin with a slash`]),
    ...Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      METHODS.has(method) && !isObject(operation) ? [`${method} ${path} is not an object`] : [],
    ),
  ]);

const openapi: Rule = (document) => {
  const version = document['openapi'] ?? document['swagger'];
  if (typeof version !== 'string' || !/^[23]\./.test(version)) return ['openapi has no version 2 or 3'];
  const body = ['paths', 'webhooks', 'components'].some((key) => Object.hasOwn(document, key));
  return [
    ...info(document),
    ...(body ? [] : ['paths is missing']),
    ...operations(document),
    ...brokenReferences(document),
  ];
};

const asyncapi: Rule = (document) => {
  if (typeof document['asyncapi'] !== 'string') return ['asyncapi has no version'];
  const old = document['asyncapi'].startsWith('2');
  return [...info(document), ...(old ? needs(document, '', 'channels') : []), ...brokenReferences(document)];
};

/** Keywords with the same form in every draft. */
const schemaFaults: Rule = (root) => {
  const open: (readonly [string, unknown])[] = [['#', root]];
  const faults: string[] = [];
  for (let next = open.pop(); next !== undefined && faults.length < MAX_SCHEMAS; next = open.pop()) {
    const [at, schema] = next;
    if (typeof schema === 'boolean') continue;
    if (!isObject(schema)) {
      faults.push(`${at} is not a schema`);
      continue;
    }
    const { type, required, properties, items, enum: values } = schema;
    for (const each of Array.isArray(type) ? type : type === undefined ? [] : [type])
      if (!TYPES.has(each as string)) faults.push(`${at}/type: ${JSON.stringify(each)} is not a type`);
    if (
      required !== undefined &&
      !(Array.isArray(required) && required.every((key) => typeof key === 'string'))
    )
      faults.push(`${at}/required is not a list of names`);
    if (values !== undefined && !Array.isArray(values)) faults.push(`${at}/enum is not a list`);
    if (properties !== undefined && !isObject(properties)) faults.push(`${at}/properties is not an object`);
    for (const key of ['properties', '$defs', 'definitions', 'patternProperties'])
      for (const [name, each] of Object.entries(isObject(schema[key]) ? schema[key] : {}))
        open.push([`${at}/${key}/${name}`, each]);
    if (items !== undefined && !Array.isArray(items)) open.push([`${at}/items`, items]);
    for (const key of ['allOf', 'anyOf', 'oneOf'])
      (Array.isArray(schema[key]) ? schema[key] : []).forEach((each: unknown, index) =>
        open.push([`${at}/${key}/${index}`, each]),
      );
  }
  return [...faults, ...brokenReferences(root)];
};

const compose: Rule = (document) => {
  const { services } = document;
  if (services !== undefined && !isObject(services)) return ['services is not a mapping'];
  if (services === undefined && !Object.hasOwn(document, 'include')) return ['services is missing'];
  return Object.entries(services ?? {}).flatMap(([name, service]) =>
    isObject(service) ? [] : [`service ${name} is not a mapping`],
  );
};

const kubernetes: Rule = (document) => needs(document, '', 'apiVersion', 'kind');

const checker = (rule: Rule): SchemaChecker => ({
  by: BY,
  check: eachFile((text, path) => {
    const { documents, problems } = readData(text, path);
    if (problems.length > 0) return problems;
    const whole = documents.filter((document) => document !== null && document !== undefined);
    return whole.flatMap((document) =>
      isObject(document) ? rule(document) : ['the document is not a mapping'],
    );
  }),
});

export const openapiChecker = checker(openapi);
export const asyncapiChecker = checker(asyncapi);
export const jsonSchemaChecker = checker(schemaFaults);
export const composeChecker = checker(compose);
/** Helm templates are not YAML yet. */
export const kubernetesChecker: SchemaChecker = {
  by: BY,
  check: (files) => checker(kubernetes).check(new Map([...files].filter(([, text]) => !text.includes('{{')))),
};
