/** Programs that check types as `tsc` does, with its flags and its messages. */
export const COMPILERS: readonly string[] = ['tsc', 'vue-tsc', 'tsgo'];
