import { CPP_PROFILES } from './cpp/profile-ids.ts';
import { GO_PROFILES } from './go/profile-ids.ts';
import { JAVA_PROFILES } from './java/profile-ids.ts';
import { PYTHON_PROFILES } from './python/profile-ids.ts';
import { RUBY_PROFILES } from './ruby/profile-ids.ts';
import { RUST_PROFILES } from './rust/profile-ids.ts';
import { SCRIPT_PROFILES } from './script/profile-ids.ts';

/** Values of `scoring.profile`. Separate from the languages, which are above the configuration's schema. */
export const PROFILE_IDS = [
  ...SCRIPT_PROFILES,
  ...PYTHON_PROFILES,
  ...RUST_PROFILES,
  ...GO_PROFILES,
  ...JAVA_PROFILES,
  ...RUBY_PROFILES,
  ...CPP_PROFILES,
] as const;
