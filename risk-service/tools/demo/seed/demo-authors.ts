import { type DemoAccount, demoTenants } from '../../../kernel/identity/demo-tenants.ts'
import { day, hour, minute } from '../history/orders.ts'

/** The account with this user name, without its domain, of a demo tenant. */
export function demoAccount(tenant: number, user: string): DemoAccount {
  const account = demoTenants[tenant]?.accounts.find(({ username }) => username.startsWith(`${user}@`))
  if (account === undefined) throw new Error(`There is no demo account ${user}.`)
  return account
}

/** Who writes rules in each demo tenant: several people, all of whom have the right to. */
const authors: readonly (readonly DemoAccount[])[] = [
  [demoAccount(0, 'fraud-engineer'), demoAccount(0, 'editor'), demoAccount(0, 'product-admin')],
  [demoAccount(1, 'psp-developer'), demoAccount(1, 'psp-fraud-manager')],
]

/** The author of the n-th resource of a tenant: the first one writes most of them. */
export function authorOf(tenant: number, number: number): DemoAccount {
  const team = authors[tenant] ?? []
  const author = team[[0, 0, 1, 0, 2][number % 5] ?? 0] ?? team[0]
  if (author === undefined) throw new Error('The demo has no account.')
  return author
}

/**
 * When the n-th resource was published: in the office hours of working days over the months before the history begins,
 * so that every event of it was decided by rules that existed.
 */
export function publishedAt(setUp: Date, number: number): Date {
  const start = setUp.getTime() - (setUp.getTime() % day) - (95 + ((number * 11) % 130)) * day
  const weekend = { 0: 2, 6: 1 }[new Date(start).getUTCDay()] ?? 0
  return new Date(start - weekend * day + 8 * hour + ((number * 97) % 540) * minute)
}
