export const JAVA_PROFILES = ['java-maven', 'java-gradle'] as const;
