import type { BuiltInTiles, ExternalTile, RoleId } from '@assay/risk-service/contract'
import type { VersionTexts } from '../../platform/authoring/conflict/differences.ts'

export const maxTiles = 6
export const maxTitle = 60
export const maxDescription = 200
/** Bytes of a picture. */
export const maxPictureBytes = 48_000

/** Under which the tiles of a root are kept over a way to the sign-in page while they are edited. */
export const tilesRecoveryId = (rootId: string): string => `tiles/${rootId}`

export type TileIssue = 'TitleMissing' | 'TitleLong' | 'DescriptionLong' | 'Url'
export type TileField = 'title' | 'description' | 'url'

/** As the service checks it: a complete https address without credentials. */
export function isHttpsUrl(value: string): boolean {
  const text = value.trim()
  if (text.length > 2000 || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

export function validateTile({
  title,
  description,
  url,
}: Pick<ExternalTile, TileField>): Partial<Record<TileField, TileIssue>> {
  const name = title.trim()
  return {
    ...(name === ''
      ? { title: 'TitleMissing' as const }
      : name.length > maxTitle
        ? { title: 'TitleLong' as const }
        : {}),
    ...(description.trim().length > maxDescription ? { description: 'DescriptionLong' as const } : {}),
    ...(isHttpsUrl(url) ? {} : { url: 'Url' as const }),
  }
}

/** Addresses of the built-in tiles as typed; empty is none. */
export interface BuiltInTileForm {
  documentation: string
  feedback: string
}
export function validateBuiltInTiles(draft: BuiltInTileForm): Partial<Record<keyof BuiltInTileForm, TileIssue>> {
  const wrong = (value: string) => value.trim() !== '' && !isHttpsUrl(value)
  return {
    ...(wrong(draft.documentation) ? { documentation: 'Url' as const } : {}),
    ...(wrong(draft.feedback) ? { feedback: 'Url' as const } : {}),
  }
}
export function toBuiltIn({ documentation, feedback }: BuiltInTileForm): BuiltInTiles {
  return { documentation: documentation.trim() || null, feedback: feedback.trim() || null }
}

/** What tiles say, each by itself and their order, for two people who changed them. A picture is told by its size. */
export function tileVersionTexts(
  tiles: readonly ExternalTile[],
  { documentation, feedback }: BuiltInTiles,
  labels: Record<'order' | 'documentation' | 'feedback', string>,
): VersionTexts {
  return [
    { id: 'order', label: labels.order, text: tiles.map(({ title }) => title).join('\n') },
    ...tiles.map(({ id, title, description, url, picture, roles }) => ({
      id,
      label: title,
      text: [title, description, url, picture === null ? '' : `${picture.length} B`, roles.join(', ')]
        .filter(text => text !== '')
        .join('\n'),
    })),
    { id: 'documentation', label: labels.documentation, text: documentation ?? '' },
    { id: 'feedback', label: labels.feedback, text: feedback ?? '' },
  ]
}

/** The list with one entry a place further up or down; at the edge it stays. */
export function moveItem<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const to = from + by
  const next = [...list]
  const item = next[from]
  if (item === undefined || to < 0 || to >= next.length) return next
  next.splice(from, 1)
  next.splice(to, 0, item)
  return next
}

/**
 * Roles of people by family, as the roles table has them; the table itself is too large to load for a list of names.
 */
export const familyRoles: Record<'standard' | 'psp', readonly RoleId[]> = {
  standard: [
    'ProductAdmin',
    'AllAreasAdmin',
    'AllAreasEditor',
    'AllAreasViewer',
    'SupportAgent',
    'FraudEngineer',
    'ManualReviewAnalyst',
    'ManualReviewSeniorAnalyst',
    'ManualReviewFraudManager',
  ],
  psp: [
    'ProductAdmin',
    'PSPAdmin',
    'FraudManager',
    'FraudSupervisor',
    'FraudAnalyst',
    'ManualReviewAgent',
    'TechnicalDeveloper',
    'CustomerServiceSupport',
    'Reporting',
  ],
}
