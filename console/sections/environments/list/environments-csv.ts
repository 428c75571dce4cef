import { toCsv } from '@assay/design-system'
import { type Environment, environmentStatusLabels } from '@assay/risk-service/contract'

/** The list as a file. Heads and values are the same in every language, so that a program can read them. */
export function environmentsCsv(environments: readonly Environment[], favourites: ReadonlySet<string>): string {
  return toCsv<Environment>(
    [
      { name: 'Path', value: ({ path }) => path.join('/') },
      { name: 'Name', value: ({ name }) => name },
      { name: 'Display name', value: ({ friendlyName }) => friendlyName },
      { name: 'Status', value: ({ status, hasAccess }) => (hasAccess ? environmentStatusLabels[status] : '') },
      { name: 'Geography', value: ({ geography }) => geography },
      { name: 'Environment ID', value: ({ id }) => id },
      { name: 'Customer API ID', value: ({ customerApiId }) => customerApiId },
      { name: 'Kind', value: ({ kind }) => kind },
      { name: 'Tags', value: ({ tags }) => tags },
      { name: 'Description', value: ({ description }) => description },
      { name: 'Created', value: ({ createdAt }) => new Date(createdAt) },
      { name: 'Favorite', value: ({ id }) => favourites.has(id) },
    ],
    environments,
  )
}
