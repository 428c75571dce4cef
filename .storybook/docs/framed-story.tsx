import { Story, useOf } from '@storybook/addon-docs/blocks'
import type { ComponentProps } from 'react'
import { frameHeightOf } from './frames.ts'

export type StoryProps = ComponentProps<typeof Story>

/** The story of a documentation page, in a frame of its own where it opens over the page. */
export default function FramedStory(props: StoryProps) {
  const { story } = useOf(('of' in props && props.of) || 'story', ['story'])
  const height = frameHeightOf(story)
  return <Story {...props} {...(height === undefined ? {} : { inline: false, height })} />
}
