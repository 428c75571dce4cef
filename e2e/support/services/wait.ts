import type { FullConfig } from '@playwright/test'

/** Milliseconds: a database is filled, in parallel with others. */
const readyTimeout = 120_000
const pollInterval = 200

async function isReady(address: string): Promise<boolean> {
  return (await fetch(address).catch(() => undefined))?.ok === true
}

/** Playwright waits for the first service; the others, which started with it, must be ready, too. */
export default async function waitForServices({ workers, metadata }: FullConfig): Promise<void> {
  const { firstPort } = metadata as { firstPort: number }
  const end = Date.now() + readyTimeout
  for (let number = 0; number < workers; number++) {
    const address = `http://localhost:${firstPort + number}/health/ready`
    while (!(await isReady(address))) {
      if (Date.now() > end) throw new Error(`The service is not ready: ${address}`)
      await new Promise(resolve => setTimeout(resolve, pollInterval))
    }
  }
}
