/** A made-up person of the demo. */
interface DemoPerson {
  fullName: string;
  iso2: string;
  /** National number; only its form is real. */
  mobile: string;
}

/** Evenly spread whole numbers below a bound; the same at every run, so that every demo has the same team. */
type Dice = (below: number) => number;

/** mulberry32: enough for choosing names, and nothing else. */
export const createDice = (seed: number): Dice => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

interface Culture {
  iso2: string;
  given: readonly string[];
  family: readonly string[];
  familyFirst?: true;
  /** `#` stands for a digit. */
  mobile: string;
}

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('_', ' '));

const CULTURES: readonly Culture[] = [
  {
    iso2: 'MY',
    given: words('Aisyah Nurul_Huda Siti_Aminah Izzati Syafiqah Farah Nadia'),
    family: words('binti_Rahman binti_Yusof binti_Hassan binti_Ismail binti_Osman'),
    mobile: '12#######',
  },
  {
    iso2: 'MY',
    given: words('Amirul Farhan Hakim Zulkifli Azman Haziq Khairul'),
    family: words('bin_Abdullah bin_Salleh bin_Othman bin_Ibrahim bin_Zainal'),
    mobile: '13#######',
  },
  {
    iso2: 'MY',
    given: words('Wei_Ling Jia_Hao Mei_Xin Kok_Leong Siew_Fong Chee_Keong Hui_Min Zhi_Wei Pei_Shan'),
    family: words('Tan Lim Lee Ng Wong Chong Ong Teoh Goh'),
    familyFirst: true,
    mobile: '16#######',
  },
  {
    iso2: 'MY',
    given: words('Kavitha Priya Thivya Anjali Suresh_Kumar Ganesan Rajesh Murugan'),
    family: words('Krishnan Subramaniam Ramasamy Nair Pillai'),
    mobile: '19#######',
  },
  {
    iso2: 'VN',
    given: words('Minh_Anh Thu_Hà Quang_Huy Ngọc_Lan Đức_Thắng Bảo_Châu Hải_Yến Tuấn_Kiệt'),
    family: words('Nguyễn Trần Lê Phạm Hoàng Đặng Bùi'),
    familyFirst: true,
    mobile: '91#######',
  },
  {
    iso2: 'TH',
    given: words('Somchai Ananya Kittipong Natcha Pimchanok Thanawat Siriporn Chaiwat'),
    family: words('Srisai Wongsawat Chaiyaporn Boonmee Rattanakul Suksawat'),
    mobile: '81#######',
  },
  {
    iso2: 'KR',
    given: words('Min-jun Seo-yeon Ji-ho Ha-eun Do-yun Soo-bin Hyun-woo Ye-jin'),
    family: words('Kim Lee Park Choi Jung Kang Yoon'),
    familyFirst: true,
    mobile: '10########',
  },
  {
    iso2: 'ID',
    given: words('Budi Dewi Agus Putri Rizky Wulan Bayu Ratna'),
    family: words('Santoso Wijaya Pratama Lestari Nugroho Hidayat'),
    mobile: '812#######',
  },
  {
    iso2: 'TW',
    given: words('Chia-Hao Yu-Ting Po-Han Shu-Fen Kuan-Yu Ya-Wen'),
    family: words('Chen Lin Huang Chang Wu Tsai'),
    familyFirst: true,
    mobile: '912######',
  },
  {
    iso2: 'BR',
    given: words('João Ana_Beatriz Lucas Mariana Gabriel Larissa Rafael Camila'),
    family: words('Silva Santos Oliveira Pereira Costa Almeida'),
    mobile: '119########',
  },
  {
    iso2: 'ES',
    given: words('Javier Lucía Alejandro Carmen Diego Marta Sergio Elena'),
    family: words('García Fernández López Martínez Sánchez Romero'),
    mobile: '612######',
  },
  {
    iso2: 'DE',
    given: words('Jonas Hannah Lukas Mia Felix Lea Maximilian Jürgen'),
    family: words('Müller Schneider Weber Wagner Hoffmann Schäfer'),
    mobile: '1512#######',
  },
];

/** Somebody from one of the communities that the app speaks to. */
export const inventPerson = (dice: Dice): DemoPerson => {
  const culture = CULTURES[dice(CULTURES.length)]!;
  const given = culture.given[dice(culture.given.length)]!;
  const family = culture.family[dice(culture.family.length)]!;
  return {
    fullName: culture.familyFirst ? `${family} ${given}` : `${given} ${family}`,
    iso2: culture.iso2,
    mobile: culture.mobile.replaceAll('#', () => String(dice(10))),
  };
};
