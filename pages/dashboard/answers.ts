/** Whether people sign in, or need no credential. */
export interface Access {
  readonly signsIn: boolean
}

// what the documented endpoints answer

export interface UserStats {
  readonly totalUsers: number
  readonly activeUsers: number
  readonly membershipStats: readonly MembershipCount[]
}

export interface MembershipCount {
  readonly membership_type: string
  readonly count: number
}

export interface Character {
  readonly id: number
  readonly name: string
  readonly greeting: string | null
  readonly image_url: string | null
  readonly access_level: boolean
  readonly created_at: string
  readonly username: string | null
}
