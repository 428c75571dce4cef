import type { Page } from '@playwright/test'
import axe, { type Result, type RunOnly } from 'axe-core'

/** Injects axe into every frame without it: a document that persists keeps it. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  }
}

/**
 * Violations that axe finds on a page, by some rules or by all that are on. It runs in the page itself and returns
 * violations only: the builder of axe opens a new window for every audit and transfers all passed checks there and
 * back, which took as long as the audit.
 */
export async function findViolations(page: Page, runOnly?: RunOnly): Promise<Result[]> {
  await injectAxe(page)
  return page.evaluate(async wanted => {
    const { axe: own } = window as unknown as { axe: typeof axe }
    const { violations } = await own.run(document, {
      resultTypes: ['violations'],
      ...(wanted === undefined ? {} : { runOnly: wanted }),
    })
    return violations
  }, runOnly)
}
