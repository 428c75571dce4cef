import { toCsv } from '@assay/design-system'
import type { RuleOverview } from '@assay/risk-service/contract'

/**
 * Rows of the table: by name, and only those with warnings if requested. `nameOf`: the name in the reader's language.
 */
export function overviewRows(
  rows: readonly RuleOverview[],
  { text, warnings }: { text: string; warnings: boolean },
  nameOf: (row: RuleOverview) => string,
): RuleOverview[] {
  const searchText = text.trim().toLocaleLowerCase()
  return rows.filter(
    row =>
      (searchText === '' || nameOf(row).toLocaleLowerCase().includes(searchText)) &&
      (!warnings || row.warnings.length > 0),
  )
}

/** The table as a file. Heads and values are the same in every language, so that a program can read them. */
export function overviewCsv(rows: readonly RuleOverview[]): string {
  return toCsv<RuleOverview>(
    [
      { name: 'Assessment', value: row => row.name },
      { name: 'API name', value: row => row.eventType },
      { name: 'Kind', value: row => row.kind },
      { name: 'Rule evaluation', value: row => row.evaluation },
      { name: 'Active rules', value: row => row.active },
      { name: 'Inactive rules', value: row => row.inactive },
      { name: 'My drafts', value: row => row.myDrafts },
      { name: 'Active post-decision actions', value: row => row.activeActions },
      { name: 'Branches', value: row => row.branches.used },
      { name: 'Running experiment', value: row => row.experiment },
      { name: 'Payload sample edited', value: row => row.payloadEdited },
      {
        name: 'Settings changed',
        value: row => (row.settingsUpdatedAt === null ? null : new Date(row.settingsUpdatedAt)),
      },
      { name: 'Inherited rules', value: row => row.inherited },
      { name: 'Functions used', value: row => row.functions.used },
      { name: 'Last published by', value: row => row.publishedBy },
      { name: 'Last published', value: row => (row.publishedAt === null ? null : new Date(row.publishedAt)) },
      {
        name: 'Warnings',
        value: row => row.warnings.map(({ code, names }) => (names.length > 0 ? `${code}: ${names.join(', ')}` : code)),
      },
    ],
    rows,
  )
}
