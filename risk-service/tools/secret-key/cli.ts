/**
 * The secret key of the installation, while it is replaced by another one (docs/operations/secrets.md).
 *   npm run --silent secret-key -- status    with which key the stored secrets are encrypted; changes nothing
 *   npm run --silent secret-key -- renew     encrypts them with ASSAY_SECRET_KEY; may be stopped and run again
 * On the store of ASSAY_DATA_DIR or DATABASE_URL, whether a service runs on it or not. Exit code 1: something is not
 * encrypted with the current key; 2: the command was not understood.
 */
import { loadSecretKey } from '../../kernel/settings/secret-key.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { openSharedStore, StartError } from '../../kernel/store/store.ts'
import { renewSecrets } from './renew-secrets.ts'

const [command, ...rest] = process.argv.slice(2)
if ((command !== 'status' && command !== 'renew') || rest.length > 0) {
  console.error('Usage: npm run --silent secret-key -- status | renew')
  process.exit(2)
}
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
try {
  const settings = readSettings({ ...process.env, ASSAY_DEMO: '0' })
  const secretKey = await loadSecretKey(settings)
  const store = await openSharedStore(settings, { write: () => undefined })
  try {
    const isTrial = command === 'status'
    const counts = await renewSecrets(store.maintenance, secretKey, { isTrial, signal: stop.signal })
    for (const [kind, { current, renewed, unreadable }] of counts)
      console.log(
        `${kind}: ${current} with the current key, ${renewed} ${isTrial ? 'with an accepted key' : 'renewed'}, ${unreadable} unreadable`,
      )
    const all = [...counts.values()]
    const unreadable = all.reduce((sum, each) => sum + each.unreadable, 0)
    const renewed = all.reduce((sum, each) => sum + each.renewed, 0)
    if (unreadable > 0)
      console.log(
        'What is unreadable was encrypted with a key that is not named. Name it, or enter those secrets again.',
      )
    else if (isTrial && renewed > 0) console.log('Run it again with renew before you remove the accepted keys.')
    else console.log('Everything is encrypted with ASSAY_SECRET_KEY: ASSAY_ACCEPTED_SECRET_KEYS is no longer needed.')
    if (unreadable > 0 || (isTrial && renewed > 0)) process.exitCode = 1
  } finally {
    await store.close()
  }
} catch (error) {
  if (stop.signal.aborted) console.error('Stopped. Run it again: it continues with what is left.')
  else console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
