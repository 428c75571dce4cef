import { Button, Icon } from '@assay/design-system'
import { type FunctionBody, functionLimits, type RuleDiagnostic } from '@assay/risk-service/contract'
import { Parentheses, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PartsRail } from '../../../platform/authoring/editor/parts-rail.tsx'
import type { Parts } from '../../../platform/authoring/editor/use-parts.tsx'
import { type FunctionEdit, functionCallText, newProperty } from '../function-draft.ts'

interface FunctionRailProps {
  body: FunctionBody
  edit: (edit: FunctionEdit) => void
  parts: Parts
  problems: readonly RuleDiagnostic[]
}

/** The input parameters and the output properties of a function. */
export function FunctionRail({ body, edit, parts, problems }: FunctionRailProps) {
  const intl = useIntl()
  const { parameters, properties } = body
  const example = [functionCallText(`Functions.${body.name}`, parameters), properties[0]?.name ?? ''].join('.')
  const add = () => {
    edit({ type: 'insertProperty', index: properties.length, property: newProperty(properties) })
    parts.setPart(properties.length)
  }
  return (
    <PartsRail
      label={intl.formatMessage({ id: 'Functions.Rail' })}
      parts={parts}
      problems={problems}
      first={{
        heading: <FormattedMessage id="Functions.Parameters" />,
        count: parameters.length,
        icon: Parentheses,
        title:
          parameters.length === 0 ? (
            <span className="text-fg-secondary">
              <FormattedMessage id="Functions.NoParameters" />
            </span>
          ) : (
            <bdi dir="ltr" className="inline-block max-w-full truncate align-bottom font-mono text-xs">
              {parameters.map(({ name }) => name).join(', ')}
            </bdi>
          ),
      }}
      heading={<FormattedMessage id="Functions.Properties" />}
      entries={properties.map(({ name, type }) => ({
        title: <bdi dir="ltr">{name}</bdi>,
        gist: <FormattedMessage id={`Functions.Type.${type}`} />,
      }))}
      add={
        parts.change
          ? button => (
              <Button {...button} variant="ghost" size="sm" onClick={add}>
                <Icon icon={Plus} size={12} />
                <FormattedMessage id="Functions.AddProperty" />
              </Button>
            )
          : undefined
      }
      full={
        properties.length >= functionLimits.properties ? (
          <FormattedMessage id="Functions.Full" values={{ count: functionLimits.properties }} />
        ) : null
      }
      help={
        <FormattedMessage
          id="Functions.Help"
          values={{
            call: (
              <code key="code" dir="ltr" className="font-mono wrap-anywhere">
                {example}
              </code>
            ),
          }}
        />
      }
    />
  )
}
