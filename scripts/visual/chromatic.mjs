#!/usr/bin/env node
/**
 * Publishes the stories for review in every mode of .storybook/modes.ts. Without a project token there is no target:
 * that is reported and is no failure. Forced colours is no global of a story, so it is a second build.
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
      'storybook build -c .storybook -o storybook-static --quiet',
      '--output-dir',
      'storybook-static',
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
