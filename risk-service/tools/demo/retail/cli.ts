/** Starts the sample retail service: `npm run retail-service -- --port 4301`. It runs until Ctrl+C. */
import { parseArgs } from 'node:util'
import { createRetailHistory } from './retail-history.ts'
import { startRetailService } from './retail-service.ts'

const usage = 'Usage: npm run retail-service -- [--port N]'

function readPort(): number | null {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '4301' } } })
    const port = Number(values.port)
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
  } catch {
    return null
  }
}

const port = readPort()
if (port === null) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const [clientId, clientSecret] = ['assay-sample', 'sample-secret']
try {
  const service = await startRetailService({
    history: () => createRetailHistory(new Date()),
    clientId,
    clientSecret,
    port,
  })
  const { host } = new URL(service.address)
  process.stdout.write(
    [
      `Sample retail service: ${service.address}`,
      'Start Assay with these settings, then connect to that address at Data upload, Loss prevention:',
      `ASSAY_RETAIL_TOKEN_URL=${service.tokenUrl} ASSAY_RETAIL_CLIENT_ID=${clientId} ASSAY_RETAIL_CLIENT_SECRET=${clientSecret} ASSAY_RETAIL_HOSTS=${host} ASSAY_OUTGOING_PRIVATE=${host}`,
      '',
    ].join('\n'),
  )
  // The server alone keeps no process running.
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stderr.write(
    `The sample service cannot listen at port ${port}: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
