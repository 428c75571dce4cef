import type { Page } from '@playwright/test'
import axe, { type Result, type RunOnly } from 'axe-core'

/** Puts axe into every frame that does not have it yet: a document that stays keeps it. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  }
}

/**
 * What axe finds wrong with a page, by some rules or by all that are on. It runs in the page itself and
 * says only what is wrong: the builder of axe opens a window of its own for every audit and carries everything that is
 * right there and back, which took as long as looking.
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
