import type { Page } from 'playwright'

/** Chooses a demo account on the sign-in page, which shows the first few and the others on demand. */
export async function chooseAccount(page: Page, account: string): Promise<void> {
  const form = page.getByRole('form')
  // The full name of the button is name, user name and role; 'analyst@' is also the end of 'senior-analyst@'.
  const choice = form.getByRole('button', { name: new RegExp(`\\s${account.replaceAll('.', '\\.')}\\s`) })
  const more = form.getByRole('button', { expanded: false })
  await choice.or(more).first().waitFor()
  if (!(await choice.isVisible())) await more.click()
  await choice.click()
}
