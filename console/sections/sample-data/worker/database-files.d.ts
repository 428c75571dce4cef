/** Made by `console/build/sample-data-plugin.ts`: addresses and sizes of the database's own files. */
declare module 'virtual:database-files' {
  const files: Record<'program' | 'setup' | 'data', { url: string; bytes: number }>
  export default files
}
/** Made by `console/build/sample-data-plugin.ts`: what the event validator would generate at run time. */
declare module 'virtual:compiled-schemas'
