import {
  ArgTypes,
  Controls,
  Description,
  Heading,
  Markdown,
  Primary,
  Stories,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks'
import { Fragment } from 'react'
import { claims } from '../../design-system/testing/criteria.ts'
import { frameHeightOf } from './frames.ts'
import { statusOf, statusSentences } from './status.ts'

const contracts = import.meta.glob<string>('../../design-system/**/*.contract.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const guides = import.meta.glob<string>('../../design-system/**/*.guide.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const folderOf = (file: string) => file.split('/').slice(0, -1).join('/')
const stemOf = (file: string) => (file.split('/').at(-1) ?? '').split('.')[0]

const pathOf = (storyFile: string) => `../..${storyFile.slice(storyFile.indexOf('/design-system/'))}`
/** Guide of a component: when to use it, when not, and how to write its texts. */
const guideOf = (storyFile: string) => guides[pathOf(storyFile).replace(/\.stories\.tsx$/, '.guide.md')]

/** The contracts beside a story file: the one of the same name, else all of its folder. */
function contractsOf(storyFile: string): { layer: string; text: string }[] {
  const path = pathOf(storyFile)
  const inFolder = (folder: string) => Object.entries(contracts).filter(([file]) => folderOf(file) === folder)
  const own = inFolder(folderOf(path))
  // Charts share the contract of their layer.
  const beside = own.length > 0 ? own : inFolder(folderOf(folderOf(path)))
  const exact = beside.filter(([file]) => stemOf(file) === stemOf(path))
  return (exact.length > 0 ? exact : beside).map(([, text]) => ({ layer: path.split('/')[3] ?? '', text }))
}

function Contract({ layer, text }: { layer: string; text: string }) {
  const rows = claims(text, layer).map(({ number, name, level, how }) => `| ${number} ${name} | ${level} | ${how} |`)
  const body = text.replace(/^# .*\n/, '')
  return (
    <Markdown>{`## Accessibility contract\n\n${body}\n\n### Criteria of WCAG 2.2 it answers for\n\n| Criterion | Level | How it is kept |\n|---|---|---|\n${rows.join('\n')}\n`}</Markdown>
  )
}

const isDocumented = (component: unknown): boolean =>
  component !== undefined && component !== null && Object.hasOwn(component, '__docgenInfo')

/**
 * The props of a component and its parts. Stories may draw a composition of their own, whose props are of no use to a
 * reader: then those of the parts alone. A framed story is another page, which controls do not reach.
 */
function Props() {
  const { preparedMeta } = useOf('meta', ['meta'])
  const { story } = useOf('story', ['story'])
  const { component, subcomponents = {} } = preparedMeta
  if (!isDocumented(component) && Object.keys(subcomponents).length > 0)
    return Object.entries(subcomponents).map(([name, part]) => (
      <Fragment key={name}>
        <Heading>{`Props of ${name}`}</Heading>
        <ArgTypes of={part} />
      </Fragment>
    ))
  return frameHeightOf(story) === undefined ? <Controls /> : <ArgTypes of="meta" />
}

function ComponentStatus() {
  const status = statusOf(useOf('story', ['story']).story.tags)
  return (
    <div data-component-status={status}>
      <Markdown>{statusSentences[status]}</Markdown>
    </div>
  )
}

/** Documentation page of a component: status, description, controls, guide, contract where it has one, every story. */
export default function DocsPage() {
  const { preparedMeta } = useOf('meta', ['meta'])
  const file = `/${String((preparedMeta.parameters as { fileName?: unknown }).fileName ?? '').replace(/^\.?\//, '')}`
  const guide = guideOf(file)
  return (
    <>
      <Title />
      <Subtitle />
      {preparedMeta.component === undefined ? null : <ComponentStatus />}
      <Description />
      <Primary />
      <Props />
      {guide === undefined ? null : <Markdown>{guide}</Markdown>}
      {contractsOf(file).map((contract, index) => (
        <Contract key={index} {...contract} />
      ))}
      <Stories includePrimary={false} />
    </>
  )
}
