/** The output of the command, injected so that it can be tested without a process. */
export interface Terminal {
  print: (line: string) => void
  printError: (line: string) => void
}
