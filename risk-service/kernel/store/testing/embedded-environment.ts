/**
 * Environment variables of a process that works on the embedded store of a folder, whatever the caller's variables are.
 * With the caller's `DATABASE_URL` the process would fill, kill or prune that database.
 */
export function embeddedEnvironment(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  caller: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, ...others } = caller
  return { ...others, ...settings, ASSAY_DATA_DIR: dataDir }
}
