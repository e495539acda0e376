import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameFacts, type SourceFacts } from '../../../../src/core/domain/source/source-facts.ts';
import {
  extractSource,
  prepareGrammar,
} from '../../../../src/shell/adapters/analysers/extraction/extract-source.ts';

const read = async (path: string, text: string | Uint8Array): Promise<SourceFacts> => {
  const reading = extractSource(await prepareGrammar(path), Buffer.from(text));
  if ('unread' in reading) throw new Error(reading.unread);
  return reading;
};

const names = async (path: string, text: string, role: string): Promise<readonly string[]> =>
  nameFacts(await read(path, text))
    .filter((fact) => fact.role === role)
    .map(({ name }) => name)
    .sort();

const imports = async (path: string, text: string): Promise<readonly string[]> =>
  (await read(path, text)).imports.map(
    ({ from, names: taken, typeOnly }) =>
      `${from}${taken.length > 0 ? ` ${taken.join()}` : ''}${typeOnly ? ' (types)' : ''}`,
  );

const SCRIPT = `
import type { A } from './a.ts';
import b from 'b';
export * from './c';
const lazy = await import('./d');
const old = require('./e');
export const LIMIT = 5, double = (n: number) => n * 2;
const Shape = class {};
enum Colour { Red, Green = 2 }
interface Point { x: number; move(by: number): void }
type Pair<T> = [T, T];
class Cart extends Base { #total = 0; size = 1; add(item, { price, tax: vat = 0 }: Item, ...rest) { return this.#total + price; } }
for (const key of keys) { const LOCAL = 1; }
// commentWord
const text = 'stringWord';
`;

describe('TypeScript', () => {
  test.each([
    ['function', ['add', 'double', 'move']],
    ['type', ['Cart', 'Colour', 'Pair', 'Point', 'Shape']],
    ['constant', ['LIMIT', 'text']],
    ['variable', ['LOCAL', 'by', 'item', 'key', 'n', 'price', 'rest', 'vat']],
    ['property', ['#total', 'size', 'x']],
    ['member', ['Green', 'Red']],
    ['global', ['lazy', 'old']],
    ['type-parameter', ['T']],
  ])('declares as %s', async (role, expected) => {
    expect(await names('a.ts', SCRIPT, role)).toEqual(expected);
  });

  test('imports what it names, and distinguishes types from code', async () => {
    expect(await imports('a.ts', SCRIPT)).toEqual(['./a.ts (types)', 'b', './c', './d', './e']);
  });

  test('never takes a word of a comment or a string for a name', async () => {
    const { names: all } = await read('a.ts', SCRIPT);
    expect(all).not.toContain('commentWord');
    expect(all).not.toContain('stringWord');
  });

  test('reads JSX and CommonJS', async () => {
    expect(
      await names('a.tsx', 'const View = (props: P) => <Row of={props.items}>word</Row>;', 'used'),
    ).toEqual(['P', 'Row', 'items', 'of', 'props']);
    expect(await imports('a.cjs', "module.exports = require('./x')")).toEqual(['./x']);
  });
});

const PYTHON = `
import os.path as p, json
from .models import (User as U, Order)
from . import views
LIMIT = 5
logger = get_logger()
class Cart(Base):
    def add_item(self, item, *more, price=1, tax: int = 2, **rest):
        total, (first, last) = item
        return [each for each in more]
with open(name) as handle: pass
try: pass
except Problem as problem: pass
`;

describe('Python', () => {
  test.each([
    ['function', ['add_item']],
    ['type', ['Cart']],
    ['constant', ['LIMIT']],
    ['global', ['logger']],
    [
      'variable',
      ['each', 'first', 'handle', 'item', 'last', 'more', 'price', 'problem', 'rest', 'self', 'tax', 'total'],
    ],
  ])('declares as %s', async (role, expected) => {
    expect(await names('a.py', PYTHON, role)).toEqual(expected);
  });

  test('imports modules and the names taken from them', async () => {
    expect(await imports('a.py', PYTHON)).toEqual(['os.path', 'json', '.models User,Order', '. views']);
  });
});

const RUBY = `require 'json'
require_relative "../lib/item"
autoload :Later, 'later'
RATE = 0.2
$debug = false
module Shop
  class Cart < Base
    def initialize(items = [], *rest, key: 1, **options, &block)
      @items = items
      first, (second, *others) = rest
    end
    def self.build(text) = new(text)
    def total!
      @items.each do |item| item.price end
    rescue Problem => problem
      'stringWord'
    end
  end
end
`;

describe('Ruby', () => {
  test.each([
    ['function', ['build', 'initialize', 'total!']],
    ['type', ['Cart']],
    ['module', ['Shop']],
    ['constant', ['RATE']],
    ['property', ['@items']],
    ['global', ['$debug']],
    ['variable', 'block first item items key options others problem rest second text'.split(' ')],
  ])('declares as %s', async (role, expected) => {
    expect(await names('a.rb', RUBY, role)).toEqual(expected);
  });

  test('imports by the load path, and by the path next to it', async () => {
    expect(await imports('a.rb', RUBY)).toEqual(['json', './../lib/item', 'later']);
    expect((await read('a.rb', RUBY)).names).not.toContain('stringWord');
  });
});

const GO = `package cart
import (
	"fmt"
	store "example.com/shop/store"
)
const maxItems = 5
type Cart struct { Items []Item; total int }
type Adder interface { Add(item Item) error }
func (c *Cart) Add(item Item) error { sum, err := fmt.Sum(item); for i, v := range c.Items { _ = v + i }; return err + sum }
`;

describe('Go', () => {
  test.each([
    ['function', ['Add']],
    ['type', ['Adder', 'Cart']],
    ['constant', ['maxItems']],
    ['property', ['Items', 'total']],
    ['variable', ['c', 'err', 'i', 'item', 'sum', 'v']],
  ])('declares as %s', async (role, expected) => {
    expect(await names('a.go', GO, role)).toEqual(expected);
  });

  test('imports packages', async () => {
    expect(await imports('a.go', GO)).toEqual(['fmt', 'example.com/shop/store']);
  });
});

const JAVA = `package shop.cart;
import java.util.List;
import static shop.store.Store.*;
public class Cart<T> {
  private static final int MAX_ITEMS = 5;
  private final List<T> items;
  public void addItem(T item, String... notes) { int total = 0; for (T each : items) { total++; } }
}
enum Colour { RED, GREEN }
`;

describe('Java', () => {
  test.each([
    ['function', ['addItem']],
    ['type', ['Cart', 'Colour']],
    ['constant', ['GREEN', 'MAX_ITEMS', 'RED']],
    ['property', ['items']],
    ['variable', ['each', 'item', 'notes', 'total']],
  ])('declares as %s', async (role, expected) => {
    expect(await names('Cart.java', JAVA, role)).toEqual(expected);
  });

  test('knows its package and its imports', async () => {
    expect(await imports('Cart.java', JAVA)).toEqual(['java.util.List', 'shop.store.Store.*']);
    expect((await read('Cart.java', JAVA)).module).toBe('shop.cart');
  });
});

const RUST = `
use crate::store::{self, item::Item as It, *};
use serde::Serialize;
mod price;
mod inner { fn hidden() {} }
const MAX_ITEMS: usize = 5;
pub struct Cart { items: Vec<Item> }
enum Colour { Red, Green(u8) }
trait Adds { fn add(&mut self, item: Item); }
fn total_of((first, last): (u8, u8)) -> u8 { let mut sum = first; let f = |x| x + last; if let Some(y) = f { sum += y } sum }
`;

describe('Rust', () => {
  test.each([
    ['function', ['add', 'hidden', 'total_of']],
    ['type', ['Adds', 'Cart', 'Colour']],
    ['constant', ['MAX_ITEMS']],
    ['property', ['items']],
    ['member', ['Green', 'Red']],
    ['variable', ['f', 'first', 'item', 'last', 'sum', 'x', 'y']],
  ])('declares as %s', async (role, expected) => {
    expect(await names('a.rs', RUST, role)).toEqual(expected);
  });

  test('imports paths and the files of its modules', async () => {
    expect(await imports('a.rs', RUST)).toEqual([
      'crate::store::self',
      'crate::store::item::Item',
      'crate::store::*',
      'serde::Serialize',
      'self::price',
    ]);
  });
});

describe('hostile source', () => {
  const paths = ['a.ts', 'a.tsx', 'a.js', 'a.py', 'a.go', 'a.java', 'a.rs'];

  test('any bytes give facts', async () => {
    const grammars = await Promise.all(paths.map(prepareGrammar));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(paths.length - 1), (bytes, at) => {
        const reading = extractSource(grammars[at] ?? null, bytes);
        if ('unread' in reading) throw new Error(reading.unread);
        for (const name of reading.names) expect(name.length).toBeLessThanOrEqual(120);
        expect(reading.entries.length % 2).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test.each(paths)(
    'real source cut anywhere, and with bytes exchanged, still gives facts: %s',
    async (path) => {
      const whole = Buffer.from(
        { py: PYTHON, go: GO, java: JAVA, rs: RUST }[path.split('.')[1] ?? ''] ?? SCRIPT,
      );
      const grammar = await prepareGrammar(path);
      fc.assert(
        fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (cut, at, byte) => {
          const bytes = Buffer.from(whole.subarray(0, cut));
          if (at < bytes.length) bytes[at] = byte;
          expect('unread' in extractSource(grammar, bytes)).toBe(false);
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each(paths)('a very deep tree is cut, not a crash: %s', async (path) => {
    const facts = await read(path, `x = ${'('.repeat(100_000)}`);
    expect(facts.damaged).toBe(true);
  });

  test('names from the prototype are names', async () => {
    expect(await names('a.js', 'const __proto__ = constructor;', 'used')).toEqual(['constructor']);
  });

  test('a file beyond the limit is not read, and says so', async () => {
    const reading = extractSource(await prepareGrammar('a.py'), Buffer.alloc(1_000_001, 'a'));
    expect(reading).toEqual({ unread: 'larger than 1000000 bytes' });
  });
});
