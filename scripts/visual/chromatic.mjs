#!/usr/bin/env node
/**
 * Publishes the stories for review, each in the modes in which it differs (.storybook/chromatic-modes.ts), and takes
 * pictures only of those whose modules changed since the last build. Without a project token there is no target: that
 * is reported and is no failure. Forced colours is no global of a story, so it is a second build.
 */
import { spawnSync } from 'node:child_process'

const token = process.env.CHROMATIC_PROJECT_TOKEN
if (!token) {
  console.log('Snapshots were not published: CHROMATIC_PROJECT_TOKEN is not set.')
  process.exit(0)
}

const build = environment =>
  spawnSync(
    'chromatic',
    [
      '--build-command',
      // The graph of the modules leads from a changed file to its stories.
      'storybook build -c .storybook -o storybook-static --quiet --stats-json',
      '--output-dir',
      'storybook-static',
      '--storybook-config-dir',
      '.storybook',
      '--only-changed',
      '--exit-zero-on-changes',
      '--non-interactive',
    ],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...environment },
    },
  ).status ?? 1

process.exit(build({}) || build({ STORYBOOK_FORCED_COLORS: '1' }))
