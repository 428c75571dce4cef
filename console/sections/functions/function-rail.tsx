import { Button, Icon } from '@assay/design-system'
import { functionLimits, type FunctionBody, type RuleProblem } from '@assay/risk-service/contract'
import { Parentheses, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { countErrors, type Part } from '../../platform/authoring/problems.ts'
import { RailEntry } from '../../platform/authoring/rail-entry.tsx'
import { callOf, newProperty, type FunctionEdit } from './draft.ts'

interface FunctionRailProps {
  body: FunctionBody
  edit: (edit: FunctionEdit) => void
  canEdit: boolean
  part: Part
  onPart: (part: Part) => void
  problems: readonly RuleProblem[]
}

/** The input parameters and the output properties of a function. */
export function FunctionRail({ body, edit, canEdit, part, onPart, problems }: FunctionRailProps) {
  const intl = useIntl()
  const { parameters, properties } = body
  const example = [callOf(`Functions.${body.name}`, parameters), properties[0]?.name ?? ''].join('.')
  const full = properties.length >= functionLimits.properties
  const add = () => {
    edit({ type: 'insertProperty', index: properties.length, property: newProperty(properties) })
    onPart(properties.length)
  }
  return (
    <nav aria-label={intl.formatMessage({ id: 'Functions.Rail' })} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <h2 className="flex min-h-bar shrink-0 items-center gap-2 px-4 font-semibold"><FormattedMessage id="Functions.Parameters" /><span className="text-xs font-normal text-fg-muted tabular-nums">{parameters.length}</span></h2>
      <div className="px-2">
        <RailEntry
          current={part === 'condition'} onClick={() => onPart('condition')} start={<Icon icon={Parentheses} size={12} className="text-fg-muted" />} errors={countErrors(problems, 'condition')}
          title={parameters.length === 0 ? <span className="text-fg-secondary"><FormattedMessage id="Functions.NoParameters" /></span> : <bdi dir="ltr" className="font-mono text-xs">{parameters.map(({ name }) => name).join(', ')}</bdi>}
        />
      </div>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2 pbs-2">
        <h2 className="font-semibold"><FormattedMessage id="Functions.Properties" /></h2>
        <span className="text-xs text-fg-muted tabular-nums">{properties.length}</span>
        {canEdit ? <Button variant="ghost" size="sm" className="ms-auto" disabled={full} onClick={add} {...(full ? { 'aria-describedby': 'properties-full' } : {})}><Icon icon={Plus} size={12} /><FormattedMessage id="Functions.AddProperty" /></Button> : null}
      </div>
      <ol className="flex flex-col gap-0.5 px-2 pbe-2">
        {properties.map(({ name, type }, index) => (
          <li key={index}>
            <RailEntry
              current={part === index} onClick={() => onPart(index)} start={<span className="text-xs text-fg-muted tabular-nums">{index + 1}</span>} errors={countErrors(problems, index)}
              title={<bdi dir="ltr">{name}</bdi>} gist={<FormattedMessage id={`Functions.Type.${type}`} />}
            />
          </li>
        ))}
      </ol>
      {full && canEdit ? <p id="properties-full" className="px-4 pbe-2 text-xs text-fg-secondary"><FormattedMessage id="Functions.Full" values={{ count: functionLimits.properties }} /></p> : null}
      <p className="mbs-auto px-4 py-3 text-xs text-fg-muted"><FormattedMessage id="Functions.Help" values={{ call: <code key="code" dir="ltr" className="font-mono wrap-anywhere">{example}</code> }} /></p>
    </nav>
  )
}
