import { CardBody, KeyValueList, Separator } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { Fragment, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { sectionLabel } from '../../../platform/events/field-label.ts'
import { ReviewCard } from '../cards/review-card.tsx'
import { FactRows } from './fact-rows.tsx'
import { requestSections } from './request-facts.ts'

/** Event types whose fields are not the merchant's own, but for the custom data. */
const standardTypes: ReadonlySet<string> = new Set(['purchase', 'accountcreation', 'accountlogin', 'signup', 'signin'])

/** A card for each part of the request that no other card shows: custom data, recent updates, marketing, travel. */
export function SectionCards({ detail: { request, row, fieldNames } }: { detail: EventDetail }) {
  const intl = useIntl()
  const sections = useMemo(() => requestSections(request), [request])
  return sections.map(({ name, entries }) => (
    <ReviewCard
      key={name}
      name="sections"
      title={sectionLabel(intl, name)}
      meta={entries.length > 1 ? intl.formatNumber(entries.length) : undefined}
    >
      <CardBody className="flex flex-col gap-2">
        {entries.map((facts, index) => (
          // The request itself has no names for the elements of a list, and never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what tells them apart
          <Fragment key={index}>
            {index > 0 ? <Separator /> : null}
            <KeyValueList termWidth="sm">
              <FactRows
                facts={facts.map(({ path, ...fact }) => ({ ...fact, path: path.slice(name.length + 1) }))}
                currency={row.currency}
                names={namesIn(fieldNames, name)}
                custom={name === 'customData' || !standardTypes.has(row.eventType)}
              />
            </KeyValueList>
          </Fragment>
        ))}
      </CardBody>
    </ReviewCard>
  ))
}

/** The names of the fields of a section, without the section in their path. */
const namesIn = (names: Readonly<Record<string, string>>, section: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([path, name]) =>
      path.startsWith(`${section}.`) ? [[path.slice(section.length + 1), name]] : [],
    ),
  )
