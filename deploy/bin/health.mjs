/**
 * Asks the service of this machine for its health; exit code 0 where it is well. Health checks of containers and the
 * start of the systemd unit use it, so that an image needs no curl.
 *   node health.mjs [live|ready] [--wait SECONDS]
 */
const [check = 'ready', ...rest] = process.argv.slice(2)
const waited = rest[0] === '--wait' ? Number(rest[1]) : 0
if (!['live', 'ready'].includes(check) || !Number.isFinite(waited)) {
  console.error('Usage: health.mjs [live|ready] [--wait SECONDS]')
  process.exit(2)
}
const host = process.env.HOST?.trim() || '127.0.0.1'
// A service that listens everywhere listens here, too.
const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
const url = `http://${address.includes(':') ? `[${address}]` : address}:${process.env.PORT?.trim() || 4300}/health/${check}`

async function isWell() {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(4000) })
    return response.ok ? null : `${url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`
  } catch (error) {
    return `${url} does not answer (${error.cause?.code ?? error.name}).`
  }
}

for (const end = Date.now() + waited * 1000; ; ) {
  const problem = await isWell()
  if (problem === null) process.exit(0)
  if (Date.now() >= end) {
    console.error(problem)
    process.exit(1)
  }
  await new Promise(resolve => setTimeout(resolve, 500))
}
