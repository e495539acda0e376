/** A condition of the shell: no report was written. Without `ls`, which would count as a program that tests start. */
export const NO_REPORT = '( for file in "$HYDRA_REPORT_DIR"/*; do test ! -e "$file"; exit; done )';
