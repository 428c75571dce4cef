import { accounts } from '../support/demo.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { expireSessionAndSignIn, lostSessionErrors, readRecoveryKeys } from '../support/lost-session.ts'

test('[spec 8.1] a token that only a person can renew leads to the sign-in, and what was typed is there afterwards', async ({
  page,
  guard,
}) => {
  await signIn(page, accounts.engineer, '/data/rules/purchaserules')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^New rule/ })
    .click()
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await description.fill('Typed before the session ended')
  guard.allowConsoleError(lostSessionErrors)
  await expireSessionAndSignIn(page, accounts.engineer, () =>
    dialog.getByRole('button', { name: 'Publish rule' }).click(),
  )
  await expect(description).toHaveValue('Typed before the session ended')
  expect(await readRecoveryKeys(page)).toEqual([])
  // Discards the draft, so that the following journeys do not find it.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded.', { exact: true })).toBeVisible()
})
