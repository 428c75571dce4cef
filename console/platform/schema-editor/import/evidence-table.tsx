import { Checkbox, Select } from '@assay/design-system'
import { type CustomFieldType, customFieldTypes } from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { sectionName } from '../model/section-name.ts'
import type { DraftChoices } from './apply-draft.ts'
import { type FieldChoice, isIncluded, type SchemaDraft, type SectionDraft } from './draft-schema.ts'
import { EvidenceCells } from './evidence-cells.tsx'
import { type EvidenceRow, evidenceRows } from './evidence-rows.ts'

interface EvidenceTableProps {
  draft: SchemaDraft
  choices: DraftChoices
  onChange: (choices: DraftChoices) => void
}

const head = 'h-header px-cell-x text-start text-xs font-medium whitespace-nowrap text-fg-secondary'
const cell = 'px-cell-x py-1'

/** What a set of events contains, and the schema that it suggests, to accept or to change. */
export function EvidenceTable({ draft, choices, onChange }: EvidenceTableProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'Schema.Import.Evidence' })
  const choose = (source: string, choice: FieldChoice) =>
    onChange({
      ...choices,
      fields: new Map(choices.fields).set(source, { ...choices.fields.get(source), ...choice }),
    })
  const chooseSection = (source: string, included: boolean) => {
    const withoutSections = new Set(choices.withoutSections)
    if (included) withoutSections.delete(source)
    else withoutSections.add(source)
    onChange({ ...choices, withoutSections })
  }
  return (
    <table aria-label={label} className="w-full min-w-[46rem] table-fixed border-collapse text-sm text-fg">
      <thead>
        <tr className="border-be border-line bg-surface-sunken">
          <th scope="col" className={`${head} w-[26%]`}>
            <FormattedMessage id="Alerts.Form.Field" />
          </th>
          <th scope="col" className={`${head} w-[16%]`}>
            <FormattedMessage id="Schema.Import.Present" />
          </th>
          <th scope="col" className={`${head} w-[15%]`}>
            <FormattedMessage id="Schema.Import.Types" />
          </th>
          <th scope="col" className={head}>
            <FormattedMessage id="Schema.Import.Examples" />
          </th>
          <th scope="col" className={`${head} w-[8.5rem]`}>
            <FormattedMessage id="Integration.Api.Type" />
          </th>
          <th scope="col" className={`${head} w-[5.5rem]`}>
            <FormattedMessage id="Ontology.Column.Required" />
          </th>
        </tr>
      </thead>
      {draft.sections.map(section => (
        <SectionEvidence
          key={section.source}
          section={section}
          total={draft.total}
          included={!choices.withoutSections.has(section.source)}
          onInclude={included => chooseSection(section.source, included)}
        />
      ))}
      <tbody>
        {evidenceRows(draft.custom, choices.fields).map(row => (
          <FieldEvidence
            key={row.draft.source}
            row={row}
            total={draft.total}
            choice={choices.fields.get(row.draft.source)}
            onChoose={choice => choose(row.draft.source, choice)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SectionEvidenceProps {
  section: SectionDraft
  total: number
  included: boolean
  onInclude: (included: boolean) => void
}

function SectionEvidence({ section, total, included, onInclude }: SectionEvidenceProps) {
  const intl = useIntl()
  const name = sectionName(intl, section.section)
  return (
    <tbody>
      <tr className="h-row border-be border-line-subtle bg-surface-sunken">
        <th scope="rowgroup" colSpan={6} className="px-cell-x py-1 text-start font-normal">
          <Checkbox
            checked={included}
            label={<FormattedMessage id="Schema.Import.Section" values={{ name }} />}
            {...(section.source === section.section
              ? {}
              : {
                  description: (
                    <FormattedMessage
                      id="Schema.Import.Renamed"
                      values={{
                        source: <bdi key="source">{section.source}</bdi>,
                        name: <bdi key="name">{section.section}</bdi>,
                      }}
                    />
                  ),
                })}
            onCheckedChange={checked => onInclude(checked === true)}
          />
        </th>
      </tr>
      {included
        ? section.fields.map(({ path, evidence }) => (
            <tr key={path} className="border-be border-line-subtle align-top">
              <th scope="row" className={`${cell} ps-8 text-start font-normal`}>
                <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                  {path}
                </bdi>
              </th>
              <EvidenceCells source={`${section.source}.${path}`} evidence={evidence} total={total} />
              <td colSpan={2} className={`${cell} text-xs text-fg-muted`}>
                <FormattedMessage id="Schema.Import.Standard" />
              </td>
            </tr>
          ))
        : null}
    </tbody>
  )
}

interface FieldEvidenceProps {
  row: EvidenceRow
  total: number
  choice: FieldChoice | undefined
  onChoose: (choice: FieldChoice) => void
}

function FieldEvidence({ row: { draft, depth }, total, choice, onChoose }: FieldEvidenceProps) {
  const intl = useIntl()
  const { name, source, issue, mixed, evidence } = draft
  const included = isIncluded(draft, choice)
  const type = choice?.type ?? draft.type
  return (
    <tr className="border-be border-line-subtle align-top">
      <th scope="row" className={`${cell} text-start font-normal`}>
        <span className="flex" style={{ paddingInlineStart: `${depth}rem` }}>
          <Checkbox
            checked={included}
            disabled={issue !== null}
            label={
              <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                {name}
              </bdi>
            }
            {...(issue !== null || mixed
              ? { description: <FormattedMessage id={`Schema.Import.Issue.${issue ?? 'mixed'}`} /> }
              : {})}
            onCheckedChange={checked => onChoose({ included: checked === true })}
          />
        </span>
      </th>
      <EvidenceCells source={source} evidence={evidence} total={total} />
      <td className={cell}>
        {included ? (
          <Select<CustomFieldType>
            size="sm"
            aria-label={intl.formatMessage({ id: 'Schema.Import.TypeOf' }, { name: source })}
            value={type}
            // Only what has fields can be an object.
            options={customFieldTypes
              .filter(each => each !== 'Object' || draft.fields.length > 0)
              .map(each => ({ value: each, label: each }))}
            onValueChange={next => onChoose({ type: next })}
          />
        ) : null}
      </td>
      <td className={cell}>
        {included ? (
          <Checkbox
            checked={choice?.required ?? draft.required}
            aria-label={intl.formatMessage({ id: 'Schema.RequiredOf' }, { name: source })}
            onCheckedChange={checked => onChoose({ required: checked === true })}
          />
        ) : null}
      </td>
    </tr>
  )
}
