/** Something the user can fix: one sentence and a hint. Everything else that is thrown is a bug. */
export class UserError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.name = 'UserError';
    this.code = code;
    this.hint = hint;
  }
}

/** The machine failed (disk full, git missing a feature, sandbox gone): exit code 3. */
export class InfrastructureError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.name = 'InfrastructureError';
    this.code = code;
    this.hint = hint;
  }
}
