import { type Browser, chromium, type Page } from 'playwright'
import { browserArguments } from '../../e2e/support/browser-arguments.ts'
import { findChromium } from '../../scripts/ensure.mjs'
import { chooseAccount } from '../../scripts/test/sign-in-page.ts'
import type { Service } from './harness.ts'

/** Chromium without background traffic and extra pages; the installed one when Playwright has none. */
export function launchBrowser(): Promise<Browser> {
  const installed = findChromium()
  return chromium.launch({
    ...(installed ? { executablePath: installed } : {}),
    args: browserArguments,
  })
}

/** Signs in with a demo account through the sign-in page and waits for the first page. */
export async function signIn(page: Page, service: Service, account = 'product-admin@harbor.example'): Promise<void> {
  await page.goto(service.url)
  await chooseAccount(page, account)
  await page.getByRole('button', { name: /^Account of / }).waitFor()
}
