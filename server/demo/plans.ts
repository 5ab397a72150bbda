/** The actions of the demo. */
export type Plan = {
  name: string;
  pitch: string;
  /** Days from the day of creation. */
  from: number;
  to: number;
  goal: number;
  public: boolean;
  visits: number;
  town: number;
  teams: number;
};

export const PLANS: readonly Plan[] = [
  {
    name: 'Autumn doors',
    pitch: 'Every door of the old town before the holidays.',
    from: -20,
    to: 25,
    goal: 600,
    public: true,
    visits: 240,
    town: 0,
    teams: 2,
  },
  {
    name: 'Membership week',
    pitch: 'Renew the members whose year is ending, and find new ones.',
    from: -2,
    to: 5,
    goal: 120,
    public: true,
    visits: 45,
    town: 1,
    teams: 1,
  },
  {
    name: 'Tour du marché — stand et porte-à-porte à Saint-Évron-le-Vieux et dans les hameaux',
    pitch: 'Samedi matin, autour de la place.',
    from: -1,
    to: 60,
    goal: 80,
    public: false,
    visits: 12,
    town: 1,
    teams: 1,
  },
  {
    name: 'Port-Clairin, quai par quai',
    pitch: 'Les bateliers d’abord.',
    from: -60,
    to: -10,
    goal: 300,
    public: true,
    visits: 310,
    town: 2,
    teams: 2,
  },
  {
    name: 'حملة الشتاء',
    pitch: 'زيارة الأحياء الشمالية',
    from: 14,
    to: 50,
    goal: 200,
    public: false,
    visits: 0,
    town: 4,
    teams: 1,
  },
  {
    name: 'Office hours',
    pitch: 'Calls and thank-you visits, without an end.',
    from: -200,
    to: 400,
    goal: 0,
    public: false,
    visits: 30,
    town: 3,
    teams: 0,
  },
];
