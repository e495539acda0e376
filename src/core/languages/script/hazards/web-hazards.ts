import type { Actions } from '../../../syntax/calls.ts';
import { comesFromRequest, type HazardRule, isDynamic, lastName } from './hazard-rule.ts';

const FILE_CALLS =
  /^(?:fs|fs\/promises|fs-extra|graceful-fs)(?:\.promises)?\.(?:readFile|readFileSync|createReadStream|createWriteStream|writeFile|writeFileSync|appendFile|appendFileSync|unlink|unlinkSync|rm|rmSync|readdir|readdirSync|open|openSync|copyFile|copyFileSync|rename|renameSync|stat|statSync|cp|cpSync)$/;
const SENDS = /^(?:res|reply|response|ctx|this\.res)\.(?:sendFile|sendfile|download)$/;
const REDIRECTS = /^(?:res|reply|response|ctx)\.redirect$/;
const FETCHES =
  /^(?:fetch|got|request|needle|axios|undici\.(?:fetch|request)|(?:axios|got|request|needle|https?)\.(?:get|post|put|patch|delete|head|request))$/;
const WRITES_HTML =
  /(?:^|\.)(?:document\.write|document\.writeln|insertAdjacentHTML|createContextualFragment)$/;

/** A file whose name a request gives. */
export const pathRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) =>
    (FILE_CALLS.test(name) || SENDS.test(name)) && comesFromRequest(code, args[0])
      ? [
          {
            rule: 'path-from-request',
            level: 'high' as const,
            node,
            message: `${lastName(name)} takes its path from a request`,
          },
        ]
      : [],
  );

export const redirectRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) =>
    REDIRECTS.test(name) && args.some((arg) => comesFromRequest(code, arg))
      ? [
          {
            rule: 'redirect-from-request',
            level: 'medium' as const,
            node,
            message: 'a request says where to be sent',
          },
        ]
      : [],
  );

export const fetchRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) =>
    FETCHES.test(name) && comesFromRequest(code, args[0])
      ? [
          {
            rule: 'address-from-request',
            level: 'medium' as const,
            node,
            message: `${name} calls an address that a request gives`,
          },
        ]
      : [],
  );

const htmlAssignments = (code: Actions) =>
  code.syntax.find(new Set(['assignment_expression', 'augmented_assignment_expression'])).flatMap((node) => {
    const [left, right] = [code.syntax.field(node, 'left'), code.syntax.field(node, 'right')];
    const property = left === null ? null : code.syntax.field(left, 'property');
    const name = property === null ? '' : code.syntax.text(property);
    if ((name !== 'innerHTML' && name !== 'outerHTML') || right === null || !isDynamic(code, right))
      return [];
    return [
      {
        rule: 'html-from-text',
        level: 'medium' as const,
        node,
        message: `${name} is set to text made at run time`,
      },
    ];
  });

/** Markup made from values. */
export const htmlRule: HazardRule = (code) => [
  ...htmlAssignments(code),
  ...code.calls.flatMap(({ name, node, args }) =>
    WRITES_HTML.test(name) && args.some((arg) => isDynamic(code, arg))
      ? [
          {
            rule: 'html-from-text',
            level: 'medium' as const,
            node,
            message: `${lastName(name)} writes markup made at run time`,
          },
        ]
      : [],
  ),
  ...code.syntax.find(new Set(['jsx_attribute'])).flatMap((node) =>
    code.syntax.text(node).startsWith('dangerouslySetInnerHTML')
      ? [
          {
            rule: 'html-from-text',
            level: 'medium' as const,
            node,
            message: 'dangerouslySetInnerHTML takes text as markup',
          },
        ]
      : [],
  ),
];
