declare module 'virtual:assay-catalogues' {
  /**
   * Address of the compiled texts of a part of the console; null for a part that has no texts of its own. Made by
   * `console/build/messages-plugin.ts`.
   */
  export function addressOf(language: string, part: string): string | null
}
