import type { ChatLogStore } from '@parley/chat-log-store'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** Entries that a search does not find. An instance of an earlier release writes such, also during an upgrade. */
export class SearchExaminer implements Examiner {
  constructor(private readonly chatLogs: ChatLogStore) {}

  async page({ after }: Pick<PageRequest, 'after'>): Promise<FindingsPage> {
    const { examined, names, next } = await this.chatLogs.unindexed(after ?? undefined)
    const findings = names.map((name): Finding => {
      const detail = `an entry is missing in the search index, or is there with an earlier text (entry ${name})`
      return { part: 'search', kind: 'entry-not-indexed', subject: name, detail }
    })
    return { examined, findings, next }
  }

  repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    return this.chatLogs.indexAgain(subject)
  }
}
