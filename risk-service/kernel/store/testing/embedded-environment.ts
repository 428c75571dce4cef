/**
 * Environment variables of a process that works on the embedded store of a folder, whatever the caller's are. With the
 * caller's `DATABASE_URL` it would fill, kill or prune the database that this names.
 */
export function embeddedEnvironment(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  caller: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, ...others } = caller
  return { ...others, ...settings, ASSAY_DATA_DIR: dataDir }
}
