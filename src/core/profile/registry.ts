import type { Profile } from '../domain/source/repo-facts.ts';
import { go } from './go.ts';
import { javaGradle } from './java-gradle.ts';
import { javaMaven } from './java-maven.ts';
import { jsNode } from './js-node.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

/** Every profile, in the order in which equals are preferred. A new one needs this line, its file and its test. */
export const PROFILES: readonly Profile[] = [jsNode, python, rust, go, javaMaven, javaGradle];
